/** The first lines: whom the report is about, the verdict, and the figures. */
import { connectionLines, resumedLines } from '../../model/connection.ts'
import { verdicts, type Judged } from '../../../schemas/report.ts'
import { plural } from '../../model/headline.ts'
import { percentOf } from '../../model/judged.ts'
import { inSentence, omitText, PASTE } from '../../model/not-there.ts'
import type { PageModel } from '../model.ts'
import { gravity } from '../../model/map.ts'
import { addressOf, everything } from './filter/filter.ts'
import { html, type View } from './html.ts'
import { duration, number, signs } from './marks.ts'

/** Of a load run, in which little is judged but errors and times. */
const loadWords = {
  good: 'Bears the load',
  doubt: 'Bears the load, with doubts',
  bad: 'Does not conform',
  none: 'No verdict',
}

const verdictWords = { good: 'Conforms', doubt: 'Conforms, with doubts', bad: 'Does not conform', none: 'No verdict' }

/** Where not every operation was called, nobody is to take the first words for the whole. */
const partWords = {
  ...verdictWords,
  good: 'Conforms in what was judged',
  doubt: 'Conforms in what was judged, with doubts',
}

/** The verdict in words, which stands in the title too. */
export function verdictOf({ report, called, tone, little }: PageModel): string {
  if (report.exitCode === 130) return 'Interrupted'
  if (little && (tone === 'good' || tone === 'doubt')) return 'Too little judged'
  const words = report.load ? loadWords : called.exercised < called.total ? partWords : verdictWords
  return words[tone]
}

/** The verdict and the address stand above already. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function Totals({ model }: { readonly model: PageModel }): View {
  const { totals } = model.report
  const all = verdicts.reduce((sum, verdict) => sum + totals[verdict], 0)
  const there = gravity.filter((verdict) => totals[verdict] > 0)
  return html`<div class="totals">
    <div class="bar" aria-hidden="true">
      ${there.map(
        (verdict) => html`<i key=${verdict} class=${verdict} style=${{ flexGrow: totals[verdict] / (all || 1) }}></i>`,
      )}
    </div>
    <ul>
      ${there.map(
        (verdict) =>
          html`<li key=${verdict} class=${verdict}>
            <a
              href=${addressOf({ ...everything, verdicts: [verdict], view: verdict === 'pass' ? 'results' : 'causes' })}
            >
              <span class="sign" aria-hidden="true">${signs[verdict]}</span
              ><b>${number(totals[verdict])}</b> ${verdict} </a
            >${verdict === 'skipped' && model.omitted > 0 && html` <span class="faint">(the target file omits ${number(model.omitted)})</span>`}
          </li>`,
      )}
    </ul>
  </div>`
}

/** What stands under 'To do', in a line. */
function todo({ leftovers, entries, unheld = [] }: PageModel['report']): string {
  return [
    leftovers.length > 0 ? `${plural(leftovers.length, 'record')} left on the target` : '',
    unheld.length > 0 ? `${plural(unheld.length, 'known failure')} not as the target file says` : '',
    entries ? 'what to add to the target file, so that more can be decided' : '',
  ]
    .filter(Boolean)
    .join('; ')
}

const share = (judged: Judged) =>
  `${percentOf(judged)} % of ${judged.of.toLocaleString('en')} results` +
  (judged.least === null ? '' : `; at least ${judged.least} % for a verdict`)

export function Header({ model }: { readonly model: PageModel }): View {
  const { report, called, tone } = model
  const { target } = report
  const left = todo(report)
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Operations', `${called.exercised} of ${called.total} called, ${called.succeeded} succeeded`],
    ...(report.judged ? [['Decided', share(report.judged)] as const] : []),
    ['Service version', target.serviceVersion || 'not said'],
    ['Allowed', target.allowed.join(', ') || 'nothing further'],
    ['Started', `${report.started.slice(0, 19).replace('T', ' ')} UTC`],
    ['Took', `${duration(report.durationMs)}, ${plural(report.requests, 'request')}`],
    ['Run and seed', `${report.run}, ${report.seed}`],
  ]
  /** Sentences and lists, which take a line of their own. */
  const sentences: typeof facts = [
    ...target.deviations.map((deviation) => ['Deviation', deviation] as const),
    ...connectionLines(report).map((one) => ['Connection', one] as const),
    ...resumedLines(report).map((one) => ['Resumed', one] as const),
  ]
  return html`<header class=${`head ${tone}`}>
    <div class="lead">
      <p class="verdict">${verdictOf(model)}</p>
      <h1>${target.baseUrl}</h1>
      <p class="headline">
        ${capital(model.headline.replace(`${target.baseUrl} `, '').replace(/^does not conform: /, ''))}
      </p>
      ${report.exitCode !== 0 && html`<p class="why">${`Exit code ${report.exitCode}${model.why && !model.headline.includes(model.why) ? `: ${model.why}` : ''}`}</p>`}
      ${report.notThere && html`<p class="why">${inSentence(report.notThere)}. ${PASTE} <code>${omitText(report.notThere)}</code></p>`}
      ${left && html`<p class="todo"><a href="#remains">To do</a>: ${left}</p>`}
    </div>
    ${model.rows.length > 0 && html`<${Totals} model=${model} />`}
    <dl class="facts">
      ${[...facts, ...sentences].map(
        ([name, value], at) =>
          html`<div key=${`${name} ${value}`} class=${at < facts.length ? '' : 'told'}>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </header>`
}
