/** Findings by cause: what a person mends once stands once, with all the operations that it is seen on. */
import { useState } from 'preact/hooks'
import type { Result, Verdict } from '../../../schemas/report.ts'
import { causesOf, reasonsOf } from '../../model/grouping.ts'
import { plural } from '../../model/headline.ts'
import { inOrder } from '../../model/causes/mend.ts'
import { Details, type Lore } from './details.ts'
import { gravity } from '../../model/map.ts'
import { html, type View } from './html.ts'
import { Mark, number } from './marks.ts'

interface ListedCause {
  readonly key: string
  readonly verdict: Verdict
  readonly title: string
  readonly text: string
  /** Of a cause that several checks found, all of them; a result of each stands for each operation. */
  readonly checks: readonly string[]
  /** What came of it, where the text does not say so. */
  readonly came: string
  readonly results: readonly Result[]
}

/** Verdicts that are grouped by why nothing was decided. */
const undecided: readonly Verdict[] = ['inconclusive', 'blocked', 'skipped']

/** The order in which they stand: what comes out otherwise each time goes before all. */
const listed: readonly Verdict[] = ['unstable', ...gravity.filter((verdict) => verdict !== 'unstable')]

/** More operations than these are folded until asked for. */
const CHIPS = 20

function cameOf({ got, message }: Result, claim = ''): string {
  if (got !== undefined) return `got ${got}`
  return claim && message.startsWith(claim) ? message.slice(claim.length).replace(/^[:\s]+/, '') : claim && message
}

export function causes(results: readonly Result[], claims: Readonly<Record<string, string>>): readonly ListedCause[] {
  return listed.flatMap((verdict): readonly ListedCause[] => {
    if (verdict === 'pass') return []
    if (undecided.includes(verdict))
      return reasonsOf(results, verdict).map((found) => ({
        key: `${verdict} ${found.results[0]?.id}`,
        verdict,
        title: found.results.every(({ check }) => check === found.results[0]?.check)
          ? (found.results[0]?.check ?? '')
          : plural(new Set(found.results.map(({ check }) => check)).size, 'check'),
        text: found.reason,
        came: '',
        checks: [],
        results: found.results,
      }))
    return inOrder(causesOf(results, verdict)).map(({ check, checks, first, results: all }) => ({
      key: `${verdict} ${first.id}`,
      verdict,
      title: checks.length === 1 ? check : `${check} and ${plural(checks.length - 1, 'more check')}`,
      text: verdict === 'unstable' ? first.message : claims[check] || first.message,
      came: [
        all.every(({ operation }) => operation === first.operation) ? first.operation : '',
        cameOf(first, claims[check]),
      ]
        .filter(Boolean)
        .join(': '),
      checks: checks.length === 1 ? [] : checks,
      results: all,
    }))
  })
}

interface Chip {
  readonly words: string
  readonly title: string
  readonly result: Result
}

function Chips({
  label,
  chips,
  chosen,
  choose,
}: {
  readonly label: string
  readonly chips: readonly Chip[]
  readonly chosen: Result
  readonly choose: (result: Result) => void
}): View {
  const [all, setAll] = useState(false)
  const shown = all ? chips : chips.slice(0, CHIPS)
  return html`<div class="chips" role="group" aria-label=${label}>
    ${shown.map(
      ({ words, title, result }) =>
        html`<button
          type="button"
          key=${words}
          aria-pressed=${result.id === chosen.id ? 'true' : 'false'}
          onClick=${() => choose(result)}
          title=${title}
        >
          ${words}
        </button>`,
    )}
    ${
      chips.length > shown.length &&
      html`<button type="button" class="more" onClick=${() => setAll(true)}>
        and ${number(chips.length - shown.length)} more
      </button>`
    }
  </div>`
}

/** What a cause was seen on; where several checks saw it, which of them is told stands before it. */
function Seen({
  cause: { results, checks },
  chosen,
  choose,
}: {
  readonly cause: ListedCause
  readonly chosen: Result
  readonly choose: (result: Result) => void
}): View {
  const several = checks.length > 0
  const single = several || results.every(({ check }) => check === chosen.check)
  const seen = results.filter(({ check }) => !several || check === chosen.check)
  const by = results.filter(({ operation }) => several && operation === chosen.operation)
  return html`${
      several &&
      html`<${Chips}
        label="Seen by"
        chips=${by.map((result) => ({ words: result.check, title: '', result }))}
        chosen=${chosen}
        choose=${choose}
      />`
    }
    <${Chips}
      label="Seen on"
      chips=${seen.map((result) => ({ words: single ? result.operation : result.id, title: result.words ?? '', result }))}
      chosen=${chosen}
      choose=${choose}
    />`
}

export function Cause({
  cause,
  lore,
  open,
  ready,
}: {
  readonly cause: ListedCause
  readonly lore: Lore
  readonly open: boolean
  /** Whether what it holds is made at once, or when it is opened. */
  readonly ready: boolean
}): View {
  const { results, verdict, title, text, came } = cause
  const [seen, setSeen] = useState(open || ready)
  const [chosen, choose] = useState<string | null>(null)
  const result = results.find(({ id }) => id === chosen) ?? results[0]
  if (!result) return null
  return html`<details class=${`cause ${verdict}`} open=${open} onToggle=${() => setSeen(true)}>
    <summary>
      <${Mark} verdict=${verdict} />
      <span class="title">
        <code>${title}</code><span class="text">${text}</span>
        ${came && html`<span class="came">${came}</span>`}
      </span>
      <span class="count">${plural(results.length, 'result')}</span>
    </summary>
    ${
      seen &&
      html`<div class="inside">
        <${Seen} cause=${cause} chosen=${result} choose=${({ id }: Result) => choose(id)} />
        <${Details} key=${result.id} result=${result} lore=${lore} claimed=${lore.claims[result.check] === text} />
      </div>`
    }
  </details>`
}
