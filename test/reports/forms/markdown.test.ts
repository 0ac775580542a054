import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { markdown } from '../../../reports/forms/markdown.ts'
import type { Report } from '../../../schemas/report.ts'
import { evidence, hostile } from '../hostile.ts'
import { load } from '../load-sample.ts'
import { report, result } from '../samples.ts'
import { words } from '../words.ts'

/** As GitHub renders it: its Markdown, and HTML in it. */
const rendered = (told: Report, why = '') =>
  micromark(markdown(told, why, words), {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })

const failures = ['sqla.one', 'port.one'].map((operation) =>
  result(operation, 'fail', { message: 'it was served', expected: 'the refusal', got: '200, text/html' }),
)

test('the verdict, the totals, a table of groups, and each cause once', () => {
  const page = rendered(
    report([...failures, result('user.all', 'pass')], { exitCode: 1 }),
    "2 results at or above 'fail'",
  )
  expect(page).toMatch(/<h2>Touchstone: http.*does not conform: 2 failures of 1 cause\.<\/h2>/)
  expect(page).toContain('<th align="right">❌ fail</th>')
  expect(page.match(/<summary>/g)).toHaveLength(1)
  expect(page).toContain(
    '<summary>❌ <code>auth/no-header</code> MUST refuse a request without the header · 2 results</summary>',
  )
  expect(page).toContain('<code>sqla.one</code>, <code>port.one</code>')
  expect(page).toMatch(/<td>✅ user<\/td>\s*<td align="right"><\/td>\s*<td align="right">1<\/td>/)
})

test('what was not judged stands with why and with what would decide it', () => {
  const open = result('port.one', 'inconclusive', { reason: 'no project | named', supply: 'identifiers.projectId' })
  expect(rendered(report([open]))).toMatch(/<td>no project \| named<\/td>\s*<td>identifiers\.projectId<\/td>/)
})

test('what a target answers stays text: no markup, no link, no mention, no image', () => {
  const page = rendered(
    report(hostile, { target: { baseUrl: 'http://a.b', serviceVersion: '', allowed: [], deviations: [] } }),
  )
  expect(page).not.toMatch(/<script|<img|<svg|<a |<h1/)
  expect(page.match(/<details>/g)).toHaveLength(page.match(/<\/details>/g)?.length ?? 0)
  expect(page).not.toMatch(/@everyone(?![^<]*<\/code>)/)
})

test('what a target answers turns nothing round and hides nothing', () => {
  const got = 'no \u202Etxet\u001B[8m'
  const text = markdown(report([result('sqla.one', 'fail', { got, evidence: [evidence(got)] })]), 'so', words)
  expect(text).not.toMatch(/\u202E|(?!\n)\p{Cc}/u)
})

test('a target that fails in a thousand ways stays within what GitHub takes for a summary', () => {
  const many = Array.from({ length: 1000 }, (_, index) =>
    result('sqla.one', 'fail', { check: `c${index}/c`, id: `sqla.one c${index}/c`, got: 'x'.repeat(5000) }),
  )
  const text = markdown(report(many, { exitCode: 1 }), 'so', words)
  expect(Buffer.byteLength(text)).toBeLessThan(256 * 1024)
  expect(text).toContain('and 970 causes more')
})

test.each(['@', '<', ':a', '漢'])('nor is it more than that where each text is made of %s', (sign) => {
  const text = sign.repeat(3000)
  const letters = Array.from(
    { length: 300 },
    (_, index) => `${String.fromCodePoint(97 + (index % 26))}${'z'.repeat(index / 26)}`,
  )
  const many = (['error', 'fail', 'warn', 'inconclusive'] as const).flatMap((verdict) =>
    letters.map((letter) => {
      const said = { message: text, expected: text, got: letter + text, reason: letter + text, supply: text }
      return result('sqla.one', verdict, { check: `${letter}/c`, evidence: [evidence(text)], ...said })
    }),
  )
  const whole = markdown(report(many, { exitCode: 1, unheld: Array.from({ length: 500 }, () => text) }), 'so', words)
  expect(Buffer.byteLength(whole)).toBeLessThan(1024 * 1024)
  expect(whole).toMatch(/^and 2\d\d causes more/m)
})

test('what would decide is there to be copied, and what never succeeded is named', () => {
  const names = { exercised: ['sqla.one', 'port.one'], succeeded: ['port.one'] }
  const operations = { total: 177, exercised: 2, succeeded: 1, names }
  const page = rendered(
    report([result('sqla.one', 'inconclusive')], {
      entries: { identifiers: { projectId: '…' } },
      coverage: { operations, clauses: [] },
    }),
  )
  expect(page).toMatch(
    /<pre><code class="language-json">\{\s+&quot;identifiers&quot;: \{\s+&quot;projectId&quot;: &quot;…&quot;/,
  )
  expect(page).toMatch(
    /1 operation never succeeded, so only their errors were judged<\/summary>\s*<p><code>sqla\.one<\/code><\/p>/,
  )
})

test('groups stand in the order of the specification, whatever the order of the results', () => {
  const page = rendered(report(['port.one', 'sqla.one', 'settings.getIp'].map((id) => result(id, 'pass'))))
  expect([...page.matchAll(/<td>\S+ (settings|sqla|port)<\/td>/g)].map(([, group]) => group)).toEqual([
    'settings',
    'sqla',
    'port',
  ])
})

test('a load run has its figures; a known failure that does not hold is named', () => {
  const page = rendered(report([], { load, unheld: ['sqla.one is known to fail, and did not'], exitCode: 1 }))
  expect(page).toContain('<h3>Load: deploy, breakpoint</h3>')
  expect(page).toMatch(/<td><code>application\.deploy<\/code><\/td>\s*<td align="right">1,440<\/td>/)
  expect(page).toContain('<li>sqla.one is known to fail, and did not</li>')
})

test('a title that folds says what it says, without the escapes of Markdown', () => {
  const odd = result('sqla.one', 'fail', {
    check: 'odd/one',
    message: 'it was <served> & *kept*, un-asked [1] by @all',
  })
  const page = micromark(markdown(report([odd]), '', { claim: () => undefined, says: () => undefined }), {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })
  expect(page).toContain('it was &lt;served> &amp; *kept*, un-asked [1] by @<!-- -->all · 1 result</summary>')
})

test('what the target file omits is told apart from what else is skipped', () => {
  const skipped = ['the target file omits it', 'it needs --allow host'].map((reason) =>
    result('user.all', 'skipped', { reason }),
  )
  expect(rendered(report(skipped))).toContain('the target file omits 1 of the skipped results')
})
