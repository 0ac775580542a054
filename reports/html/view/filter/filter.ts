/** What the reader asked to see, how it stands in the address, and what fits it. */
import { verdicts, type Result, type Verdict } from '../../../../schemas/report.ts'
import { gravity } from '../../../model/map.ts'
import { familyOf, groupOf, levelOf, levels, type Level } from '../../../model/words.ts'

export interface Filter {
  readonly text: string
  /** '' for all; the same goes for family and level. */
  readonly group: string
  readonly family: string
  readonly level: Level | ''
  readonly verdicts: readonly Verdict[]
  /** Together by cause, or each on its own line. */
  readonly view: 'causes' | 'results'
}

/** What is worth a look unasked: neither a pass nor what was never tried. */
export const worth: readonly Verdict[] = gravity.filter((verdict) => verdict !== 'pass' && verdict !== 'skipped')

export const everything: Filter = { text: '', group: '', family: '', level: '', verdicts: worth, view: 'causes' }

const START = '#findings?'

/** The address of a filter, within the page. */
export function addressOf(filter: Filter): string {
  const query = new URLSearchParams()
  for (const key of ['text', 'group', 'family', 'level'] as const) if (filter[key]) query.set(key, filter[key])
  if (filter.verdicts.join() !== worth.join()) query.set('verdicts', filter.verdicts.join('.'))
  if (filter.view !== everything.view) query.set('view', filter.view)
  return `${START}${query.toString()}`
}

/** The filter of an address; null where it is none of a filter. Words that are unknown are left out. */
export function filterOf(address: string): Filter | null {
  if (!address.startsWith(START)) return null
  const query = new URLSearchParams(address.slice(START.length))
  const words = query.get('verdicts')?.split('.')
  return {
    text: query.get('text') ?? '',
    group: query.get('group') ?? '',
    family: query.get('family') ?? '',
    level: levels.find((level) => level === query.get('level')) ?? '',
    verdicts: words ? verdicts.filter((verdict) => words.includes(verdict)) : worth,
    view: query.get('view') === 'results' ? 'results' : 'causes',
  }
}

const texts = new WeakMap<Result, string>()

function textOf(result: Result): string {
  const known = texts.get(result)
  if (known !== undefined) return known
  const { id, words = '', clause, message, expected = '', got = '', reason = '', supply = '' } = result
  const text = [id, words, clause, message, expected, got, reason, supply].join('\n').toLowerCase()
  texts.set(result, text)
  return text
}

/** The results that fit; every word of the text must be somewhere in a result. */
export function fitting(
  results: readonly Result[],
  filter: Filter,
  claims: Readonly<Record<string, string>>,
): readonly Result[] {
  const wanted = new Set(filter.verdicts)
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return results.filter(
    (result) =>
      wanted.has(result.verdict) &&
      (filter.group === '' || groupOf(result.operation) === filter.group) &&
      (filter.family === '' || familyOf(result.check) === filter.family) &&
      (filter.level === '' || levelOf(claims[result.check]) === filter.level) &&
      words.every((word) => textOf(result).includes(word)),
  )
}
