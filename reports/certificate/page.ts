/** A certificate for people: one page that prints on one sheet of paper. */
import type { VNode } from 'preact'
import type { Certified, Conformance, Statement } from '../../schemas/certificate.ts'
import { gravity } from '../model/map.ts'
import { plural } from '../model/headline.ts'
import { printable } from '../model/printable.ts'
import { staticPage } from '../html/page-frame.ts'
import { html, type View } from '../html/view/html.ts'
import { duration, number, signs } from '../html/view/marks.ts'
import { pageStyle } from './page-style.ts'
import { short, listGaps, type Gap } from './in-words.ts'

const tones: Readonly<Record<Conformance, string>> = {
  conforms: 'pass',
  'conforms in part': 'warn',
  'does not conform': 'fail',
}

/** Characters of a text that a sheet has room for. */
const ROOM = 90
/** Not even the colours that a screen may show. */
const plain = (text: string): string => printable(text).replaceAll('\u001B', String.raw`\u001b`)
const cut = (text: string): string => {
  const clean = plain(text)
  return clean.length > ROOM ? `${clean.slice(0, ROOM)}…` : clean
}

const day = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** Lines of all gaps together that a sheet has room for. */
const LINES = 14

/** What there is room for, the rest as a number: every gap keeps its title. */
function fitted(gaps: readonly Gap[]): readonly Gap[] {
  const each = Math.max(1, Math.floor((LINES - gaps.length) / Math.max(1, gaps.length)))
  return gaps.map(({ title, items }) => {
    const rest = items.length - each
    // Names are short: many stand on a line.
    const names = items.every((item) => item.length < 32)
    const most = names ? each * 4 : each
    const left = items.length - most
    const shown = items.slice(0, most).map(cut)
    return { title, items: left > 0 && rest > 0 ? [...shown, `and ${number(left)} more, in certificate.json`] : shown }
  })
}

/** @param failed ids of results */
function Gaps({ gaps, failed }: { readonly gaps: readonly Gap[]; readonly failed: readonly string[] }): View {
  const all = failed.length > 0 ? [{ title: `Failed (${number(failed.length)})`, items: failed }, ...gaps] : gaps
  if (all.length === 0) return null
  return html`<section class="gaps" aria-labelledby="gaps">
    <h2 id="gaps">${failed.length > 0 ? 'What failed, and what' : 'What'} this verdict does not cover</h2>
    <dl>
      ${fitted(all).map(
        ({ title, items }) =>
          html`<div key=${title}>
            <dt>${title}</dt>
            <dd>${items.join(items.every((item) => item.length < 40) ? ', ' : '; ')}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

function GroupMap({ map }: { readonly map: Certified['map'] }): View {
  const families = [...new Set(Object.values(map).flatMap((cells) => Object.keys(cells)))].toSorted()
  const seen = gravity.filter((verdict) => Object.values(map).some((cells) => Object.values(cells).includes(verdict)))
  return html`<section class="picture" aria-labelledby="map">
    <h2 id="map">Groups and families of checks</h2>
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="hidden">Group</span></th>
          ${families.map((family) => html`<th scope="col" key=${family}><span>${family}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        ${Object.entries(map).map(
          ([group, cells]) =>
            html`<tr key=${group}>
              <th scope="row">${group}</th>
              ${families.map((family) => {
                const verdict = cells[family]
                return verdict
                  ? html`<td key=${family} class=${verdict} title=${`${group}, ${family}: ${verdict}`}>
                      <span class="hidden">${verdict}</span><span aria-hidden="true">${signs[verdict]}</span>
                    </td>`
                  : html`<td key=${family} class="none"></td>`
              })}
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="faint">
      Each cell shows its worst verdict: ${' '}
      ${seen.map((verdict) => html`<span key=${verdict} class=${`key ${verdict}`}>${signs[verdict]} ${verdict}</span> `)}
    </p>
  </section>`
}

function factsOf(own: Certified, url: string | undefined): readonly (readonly [string, string])[] {
  const { target, suite, specification, operations, counts, runs, retries, allowed } = own
  const took = runs.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const again = retries.reduce((sum, { times }) => sum + times, 0)
  const open = counts.inconclusive + counts.blocked + counts.unstable
  const judged = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return [
    ['Service version', target.serviceVersion || 'not said'],
    ...(target.image === undefined ? [] : [['Image', target.image] as const]),
    ['Operations', `${operations.succeeded} of ${specification.operations} succeeded, ${operations.exercised} called`],
    [
      'Results',
      `${number(judged)}: ${number(counts.pass)} pass, ${number(counts.note)} note, ${number(counts.warn)} warn, ` +
        `${number(counts.fail)} fail, ${number(counts.known)} known, ${number(open)} undecided, ${number(counts.skipped)} skipped`,
    ],
    ['Judged by', `touchstone ${suite.version}, ${plural(suite.checks, 'check')}`],
    ['Allowed', allowed.join(', ') || 'nothing further'],
    [
      'Judged',
      `${day(runs[0]?.started ?? '')}, in ${duration(took)}; ${plural(own.requests, 'request')}, ${again} sent again`,
    ],
    ['Certified', day(own.certified)],
    [
      'Run and seed',
      runs
        .map(({ run, seed, resumed = [] }) =>
          [`${run}, ${seed}`, ...resumed.map((one) => `going on with ${one.run}, which was interrupted`)].join(', '),
        )
        .slice(0, 4)
        .join('; '),
    ],
    ...(url === undefined ? [] : [['The run', url] as const]),
  ]
}

function Proof({ statement }: { readonly statement: Statement }): View {
  const own = statement.predicate.touchstone_certified
  const digests: readonly (readonly [string, string])[] = [
    ['specification', own.specification.digest],
    ['suite', own.suite.digest],
    ['plan', own.plan.digest],
    ...statement.subject.slice(0, 3).map(({ name, digest }) => [name, digest.sha256] as const),
  ]
  return html`<footer>
    <div>
      <p class="label">Fingerprint</p>
      <p class="fingerprint">${short(own.fingerprint)}</p>
      <p class="faint">
        ${
          own.signer === null
            ? 'Nobody signed this certificate: anybody may have written it.'
            : html`Signed with the key <code>${own.signer}</code>.`
        }
        ${' '}This page proves nothing by itself: <code>touchstone verify certificate.json --key FILE</code> tells
        whether the certificate holds, and shows this fingerprint.
      </p>
    </div>
    <table class="digests">
      <caption>
        SHA-256
      </caption>
      <tbody>
        ${digests.map(
          ([name, digest]) =>
            html`<tr key=${name}>
              <th scope="row">${cut(name)}</th>
              <td><code>${digest}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </footer>`
}

function Page({ statement }: { readonly statement: Statement }): VNode {
  const own = statement.predicate.touchstone_certified
  const { verdict, target } = own
  return html`<main class=${tones[verdict]}>
    <header>
      <p class="label">Conformance to the Deployment Management Service API</p>
      <h1>${cut(target.name)}</h1>
      <p class="verdict">${verdict}</p>
    </header>
    <dl class="facts">
      ${factsOf(own, statement.predicate.url).map(
        ([name, value]) =>
          html`<div key=${name}>
            <dt>${name}</dt>
            <dd>${name === 'Results' ? value : cut(value)}</dd>
          </div>`,
      )}
    </dl>
    <${Gaps} gaps=${listGaps(own.gaps)} failed=${statement.predicate.failedTests} />
    <${GroupMap} map=${own.map} />
    <${Proof} statement=${statement} />
  </main>` as VNode
}

export function certificatePage(statement: Statement): string {
  const { target, verdict } = statement.predicate.touchstone_certified
  return staticPage(`${plain(target.name)} ${verdict}`, pageStyle, Page({ statement }))
}
