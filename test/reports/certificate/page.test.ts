import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificateBadge, certificateForms } from '../../../reports/certificate/forms.ts'
import { certificatePage } from '../../../reports/certificate/page.ts'
import { certificateLines } from '../../../reports/certificate/in-words.ts'
import { launch } from '../../chromium.ts'
import { emptyFolder } from '../../folder.ts'
import { nasty } from '../hostile.ts'
import { inChromium } from '../html/chromium.ts'
import { result } from '../samples.ts'
import { everyOperation, keys, resultsWith, stated, whole } from './samples.ts'

/** All that can be left open, much of it, and each text as nasty as a target or a vendor can make it. */
const families =
  'auth burst census cluster engine errors exists fuzz media openapi params people records restart settings status values version'
const results = everyOperation.flatMap((id, at) =>
  families.split(' ').map((family, nth) => {
    const verdict = (['inconclusive', 'blocked', 'skipped', 'known', 'warn'] as const)[(at + nth) % 24] ?? 'pass'
    const reason = `${nasty} ${at % 40}`
    return result(id, verdict, { check: `${family}/one`, id: `${id} ${family}/one`, reason })
  }),
)
const worst = stated(
  whole(results, {
    options: { fuzz: 0, only: [nasty], skip: ['a', 'b'], image: nasty, target: { omit: ['sqla', 'compose'] } },
    target: {
      baseUrl: nasty,
      serviceVersion: nasty,
      allowed: ['deploy', 'host', 'destructive'],
      deviations: [nasty, nasty],
    },
    coverage: {
      operations: { total: 177, exercised: 9, succeeded: 9, names: { exercised: [], succeeded: ['user.all'] } },
      clauses: [],
    },
  }),
  { name: nasty, url: `https://ci.example/${'run'.repeat(60)}`, signer: keys().fingerprint },
)

test('the badge says what the certificate says', () => {
  expect(certificateBadge(stated(whole()))).toContain('conformance: conforms<')
  expect(certificateBadge(worst)).toContain('conformance: conforms in part<')
  expect(certificateBadge(stated(whole(resultsWith({ 'user.all': 'fail' }))))).toContain('does not conform<')
})

test('no text of a target or a vendor becomes markup, or moves the cursor of a terminal', () => {
  const page = certificatePage(worst)
  expect(page).not.toMatch(/<(?:script|img|svg|iframe|object|embed)/)
  expect(page).not.toContain('\u001B')
  expect(page).toContain('&lt;script')
  expect(certificateForms(worst, null).map(([name]) => name)).toEqual([
    'certificate.json',
    'certificate.html',
    'certificate.svg',
  ])
  expect(certificateLines(worst).join('\n')).toContain('conforms in part')
})

test('the page shows the fingerprint that verify shows', () => {
  const statement = stated(whole())
  const { fingerprint } = statement.predicate.touchstone_certified
  const shown = `${fingerprint.slice(0, 4)} ${fingerprint.slice(4, 8)} ${fingerprint.slice(8, 12)} ${fingerprint.slice(12, 16)}`
  expect(certificatePage(statement)).toContain(shown)
  expect(certificateLines(statement).join('\n')).toContain(shown)
})

inChromium('a certificate on paper and on the screen', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test.each([
    ['that conforms', stated(whole())],
    ['with as much left open as can be', worst],
  ])('one %s prints on one sheet, and fits screens wide and narrow', async (_, statement) => {
    const file = join(emptyFolder(), 'certificate.html')
    writeFileSync(file, certificatePage(statement))
    const page = await browser.newPage()
    await page.goto(pathToFileURL(file).href)
    for (const format of ['A4', 'Letter']) {
      const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)
      expect(sheets, format).toHaveLength(1)
    }
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
    await page.close()
  })
})
