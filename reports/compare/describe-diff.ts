/** A difference in tables: what is worse first, and what changed alike together. */
import { plural } from '../model/headline.ts'
import { familyOf } from '../model/words.ts'
import type { Cause, Change, Diff } from './diff.ts'
import type { Cell, Document, Row, Table } from './document.ts'

const causes: Readonly<Record<Cause, string>> = {
  target: 'the target changed',
  'check new': 'the check is new',
  'check gone': 'the check is gone',
  'check changed': 'the check changed',
  unstable: 'unstable: not seen twice alike',
  run: 'the run had other options',
  suite: 'Touchstone itself broke',
}

/** More operations of one change are folded. */
const OPERATIONS = 6

/** What another selection added or took away is told by family: nothing was seen of it that could be told. */
const nameOf = ({ check, was, is, cause }: Change): string =>
  cause === 'run' && (was === null || is === null) ? `${familyOf(check)}/*` : check

/** Changes of one check, from one verdict to another, for one cause, are one row. */
function rowsOf(changes: readonly Change[]): readonly Row[] {
  const alike = Map.groupBy(changes, (one) => [nameOf(one), one.was, one.is, one.cause].join(' '))
  return [...alike.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((same) => {
      const [first] = same
      if (!first) return []
      const operations = [...new Set(same.map(({ operation }) => operation))]
      const name = nameOf(first)
      const more = operations.length - OPERATIONS
      const on = more > 1 ? [...operations.slice(0, OPERATIONS), `and ${more} more`] : operations
      const { check, was, is, cause, message, worse } = first
      const counted = name === check ? name : `${name} (${same.length.toLocaleString('en')})`
      const cells: readonly Cell[] = [
        counted,
        { verdict: was ?? 'none' },
        { verdict: is ?? 'none' },
        on.join(', '),
        causes[cause],
        name === check ? message : '',
      ]
      return [{ cells, strong: worse }]
    })
}

function table(title: string, changes: readonly Change[]): readonly Table[] {
  if (changes.length === 0) return []
  const heads = ['check', 'was', 'is', 'on', 'cause', 'seen']
  return [{ title: `${title} (${changes.length.toLocaleString('en')})`, heads, rows: rowsOf(changes) }]
}

export function diffDocument(diff: Diff): Document {
  const { older, newer, changes, worse, better, same, differs } = diff
  const rest = changes.filter((one) => !one.worse && !one.better)
  const verdict = [
    worse > 0 ? `${plural(worse, 'result')} worse` : 'nothing is worse',
    ...(better > 0 ? [`${better.toLocaleString('en')} better`] : []),
  ].join(', ')
  const side = ({ run, started, target, serviceVersion, touchstone }: Diff['older']) =>
    `${target}${serviceVersion ? ` ${serviceVersion}` : ''}, run ${run} of ${started.slice(0, 16).replace('T', ' ')} UTC by touchstone ${touchstone}`
  return {
    title: `From one report to the next: ${verdict}`,
    lead: [
      `Old: ${side(older)}`,
      `New: ${side(newer)}`,
      `${plural(same, 'result')} of both have the same verdict.`,
      ...differs,
    ],
    tables: [
      ...table(
        'Worse',
        changes.filter((one) => one.worse),
      ),
      ...table(
        'Better',
        changes.filter((one) => one.better),
      ),
      ...table(
        'New',
        rest.filter(({ was }) => was === null),
      ),
      ...table(
        'Gone',
        rest.filter(({ is }) => is === null),
      ),
      ...table(
        'Changed',
        rest.filter(({ was, is }) => was !== null && is !== null),
      ),
    ],
  }
}
