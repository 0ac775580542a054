/** What a certificate says, as lines. */
import type { Gaps, Statement } from '../../schemas/certificate.ts'
import { plural } from '../model/headline.ts'

/** A fingerprint short enough to compare by eye: 64 of its 256 bits, in groups of four. */
export const short = (fingerprint: string): string => fingerprint.slice(0, 16).match(/.{4}/g)?.join(' ') ?? ''

/** One thing that a run left open: what it is, and on what, item by item. */
export interface Gap {
  readonly title: string
  readonly items: readonly string[]
}

const operation = (id: string) => id.split(' ', 1)[0] ?? id

const reasons = (all: Gaps['skipped']): readonly string[] =>
  all
    .toSorted((a, b) => b.results.length - a.results.length)
    .map(({ reason, results }) => {
      const operations = new Set(results.map(operation)).size
      return `${plural(results.length, 'result')} of ${plural(operations, 'operation')}: ${reason}`
    })

/** The gaps that there are, the weightiest first. */
export function listGaps(gaps: Gaps): readonly Gap[] {
  const { omitted, unselected, neverSucceeded, known } = gaps
  const counted = (title: string, items: readonly string[]) => ({
    title: `${title} (${items.length.toLocaleString('en')})`,
    items,
  })
  return [
    { title: 'Narrowed', items: gaps.narrowed },
    counted('Omitted: the target does not offer them', omitted),
    counted('Not selected', unselected),
    counted('Never succeeded', neverSucceeded),
    counted(
      'Failures accepted for now',
      known.map(({ id, why, until }) => `${id}: ${why}${until === null ? '' : ` (until ${until})`}`),
    ),
    { title: 'Undecided', items: reasons(gaps.undecided) },
    { title: 'Skipped', items: reasons(gaps.skipped) },
    { title: 'Deviations', items: gaps.deviations },
  ].filter(({ items }) => items.length > 0)
}

/** More of one gap are in the certificate itself. */
const MOST = 12

export function certificateLines({ predicate }: Statement): readonly string[] {
  const { verdict, target, counts, gaps, suite, runs, certified, fingerprint, operations, specification } =
    predicate.touchstone_certified
  const by = `touchstone ${suite.version}`
  return [
    `${target.name} ${verdict}.`,
    `  ${operations.succeeded} of ${specification.operations} operations succeeded; ` +
      `${counts.pass.toLocaleString('en')} pass, ${counts.fail} fail, ${counts.warn} warn`,
    ...listGaps(gaps).flatMap(({ title, items }) => [
      `  ${title}`,
      ...items.slice(0, MOST).map((item) => `    ${item}`),
      ...(items.length > MOST ? [`    and ${items.length - MOST} more`] : []),
    ]),
    `  ${by}, ${runs.length === 1 ? 'run' : 'runs'} ${runs.map(({ run }) => run).join(', ')}, certified ${certified}`,
    `  fingerprint ${short(fingerprint)}`,
  ]
}
