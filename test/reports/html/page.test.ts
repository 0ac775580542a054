import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../schemas/registry.ts'
import { load } from '../load-sample.ts'
import { report, result } from '../samples.ts'
import { launch } from '../../chromium.ts'
import { inChromium, open } from './chromium.ts'
import { full, large } from './samples.ts'

/** The violations that axe-core finds, each with where. */
async function violations(page: Page): Promise<readonly string[]> {
  // The page's own policy lets no script in, so axe comes through the debugger and not as a script element.
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: own } = globalThis as unknown as {
      readonly axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const found = await own.run()
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  })
}

const summaries = (page: Page) => page.locator('#findings .list > details > summary').allInnerTexts()

inChromium('report.html in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test('the verdict, the target and the figures stand first', async () => {
    const { page, complaints } = await open(browser, full, { why: "3 results at or above 'fail'" })
    expect(await page.locator('h1').innerText()).toBe('http://a.b')
    const head = await page.locator('header.head').innerText()
    expect(head).toContain('Does not conform')
    expect(head).toContain('3 failures of 1 cause')
    expect(head).toContain("Exit code 1: 3 results at or above 'fail'")
    expect(head).toContain('1 record left on the target; 1 known failure not as the target file says; what to add')
    expect(await page.locator('header.head .todo a').getAttribute('href')).toBe('#remains')
    expect(await page.locator('#map > .scroll tbody tr').count()).toBe(16)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('failures of one cause stand together, with claim, clause, both sides and the exchange', async () => {
    const { page } = await open(browser, full)
    expect((await summaries(page))[0]).toMatch(/^fail\s+auth\/no-header\s+MUST refuse .*\s+3 results$/)
    expect(await page.locator('.cause.warn .came').innerText()).toMatch(/^sqla\.update: /)
    const first = page.locator('.cause').first()
    const text = await first.innerText()
    for (const part of [
      'AUTH-1',
      'the refusal of this target, 401',
      '200, application/json',
      "curl -i 'http://a.b/sqla.create?n=0'",
    ])
      expect(text).toContain(part)
    await first.getByRole('button', { name: 'port.one' }).click()
    expect(await first.innerText()).toContain("curl -i 'http://a.b/port.one?n=2'")
    await first.getByText('Request and response').click()
    expect(await first.getByRole('region', { name: /^Response to port\.one .*body$/ }).innerText()).toBe('shown')
    await page.close()
  })

  test('a cell of the map leads to its findings, and the way back leads back', async () => {
    const { page } = await open(browser, full)
    const whole = await page.getByRole('status').innerText()
    await page.getByRole('link', { name: 'sqla, auth: 2 fail' }).click()
    await expect.poll(() => summaries(page)).toHaveLength(1)
    expect((await summaries(page))[0]).toContain('2 results')
    expect(await page.getByRole('combobox', { name: 'Group' }).inputValue()).toBe('sqla')
    await page.getByRole('link', { name: 'port, media: 4 pass' }).click()
    await expect.poll(() => page.getByRole('status').innerText()).toBe('4 results')
    await page.goBack()
    await expect.poll(() => page.getByRole('status').innerText()).toBe('1 cause, 2 results')
    await page.goBack()
    await expect.poll(() => page.getByRole('status').innerText()).toBe(whole)
    await page.close()
  })

  test('what several checks found alike stands once; each is told on its own, with the command that tries it again', async () => {
    const alike = (check: string) =>
      result('sqla.one', 'fail', { check, id: `sqla.one ${check}`, expected: check, got: 'it was served' })
    const { page } = await open(browser, report([alike('auth/no-header'), alike('auth/wrong-token')], { exitCode: 1 }))
    await expect.poll(() => page.getByRole('status').innerText()).toBe('1 cause, 2 results')
    expect((await summaries(page))[0]).toContain('auth/no-header and 1 more check')
    await page.getByRole('group', { name: 'Seen by' }).getByRole('button', { name: 'auth/wrong-token' }).click()
    await expect.poll(() => page.locator('.compare').innerText()).toContain('auth/wrong-token')
    expect(await page.locator('.details').innerText()).toContain(
      "touchstone replay 'sqla.one auth/wrong-token' --report report.json",
    )
    await page.close()
  })

  test('filters by text, group, level and verdict are ANDed, and stand in the address', async () => {
    const { page } = await open(browser, full)
    const status = page.getByRole('status')
    await page.getByRole('searchbox', { name: 'Text' }).fill('never SUCCEEDED')
    await expect.poll(() => summaries(page)).toHaveLength(1)
    expect((await summaries(page))[0]).toMatch(/^inconclusive/)
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('combobox', { name: 'Level' }).selectOption('SHOULD')
    await expect.poll(() => status.innerText()).toBe('2 findings, 2 results')
    await page.getByRole('combobox', { name: 'Group' }).selectOption('sqla')
    await expect.poll(() => status.innerText()).toBe('1 finding, 1 result')
    const address = page.url()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('checkbox', { name: /^fail/ }).uncheck()
    await expect.poll(async () => (await summaries(page)).join()).not.toContain('auth/no-header')
    await page.goto(address)
    await page.reload()
    await expect.poll(() => status.innerText()).toBe('1 finding, 1 result')
    await page.close()
  })

  test('every result can be read on its own, and what blocked it is linked', async () => {
    const { page } = await open(browser, full, { hash: '#findings?view=results' })
    await page.getByText('no record was made').click()
    await page.getByRole('link', { name: 'sqla.create auth/no-header' }).click()
    await expect.poll(() => summaries(page)).toHaveLength(1)
    expect((await summaries(page))[0]).toContain('sqla.create')
    await page.close()
  })

  test('curl is copied, by keyboard too', async () => {
    const { page } = await open(browser, full, { permissions: ['clipboard-read', 'clipboard-write'] })
    const button = page.getByRole('button', { name: 'Copy the curl line of sqla.create auth/no-header' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("curl -i 'http://a.b/sqla.create?n=0'")
    await page.close()
  })

  test('coverage says what was not judged and why; what was observed and left is shown', async () => {
    const { page } = await open(browser, full)
    await page.locator('#coverage summary').getByText('Endpoints, rule 1').click()
    const page1 = await page.locator('#coverage').innerText()
    expect(page1).toContain(`${operations.length - 1} of ${operations.length} operations called`)
    expect(page1).toContain('2 of 3 clauses judged')
    await page.locator('#coverage summary').getByText('1 operation').click()
    expect(await page.locator('#coverage .names').innerText()).toBe('user.all')
    expect(await page.locator('#coverage').innerHTML()).toContain('holds of every request that is sent')
    expect(await page.locator('#observed').innerText()).toMatch(
      /nothing is sent for a listed field\s+70\s+5\s+sqla\.update name/,
    )
    const todo = await page.locator('#remains').innerText()
    for (const part of ['touchstone-x', 'got no response', '"projectId": "…"', 'known to fail, and did not'])
      expect(todo).toContain(part)
    await page.close()
  })

  test('timings can be sorted', async () => {
    const { page } = await open(browser, full)
    const first = () => page.locator('.timings tbody tr').first().innerText()
    const slowest = await first()
    await page.getByRole('button', { name: 'p95, ms' }).click()
    expect(await first()).not.toBe(slowest)
    expect(await page.locator('.timings th[aria-sort="ascending"]').innerText()).toContain('p95')
    await page.getByRole('button', { name: new RegExp(`^Show all ${operations.length}`) }).click()
    expect(await page.locator('.timings tbody tr').count()).toBe(operations.length)
    await page.close()
  })

  test('colours follow the system, until the reader says otherwise', async () => {
    const { page } = await open(browser, full, { colorScheme: 'dark' })
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await expect.poll(background).toBe('rgb(19, 21, 23)')
    await page.getByRole('button', { name: 'light' }).click()
    await expect.poll(background).toBe('rgb(247, 247, 245)')
    await page.reload()
    await expect.poll(background).toBe('rgb(247, 247, 245)')
    await page.close()
  })

  test('a load run: its charts are drawn, and its figures are a table too', async () => {
    const { page, complaints, requests } = await open(browser, report([], { load }))
    await expect.poll(() => page.locator('[data-chart] canvas').count()).toBe(3)
    const table = page.getByRole('table', { name: 'By operation, times in milliseconds' })
    expect(await table.getByRole('row', { name: 'application.deploy' }).innerText()).toContain('≤ 50')
    expect(await page.locator('.load td.over').count()).toBeGreaterThan(0)
    expect(await page.locator('#load').innerText()).toContain(
      'gave way at about 53 requests a second, 50.0 s after the start',
    )
    expect(await page.content()).not.toContain('HISTOGRAM')
    expect([...complaints, ...requests]).toEqual([])
    await page.close()
  })

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 400],
  ] as const)('axe-core finds nothing to complain of: %s, %i wide', async (colorScheme, width) => {
    const told = { ...full, load }
    const { page } = await open(browser, told, { colorScheme, viewport: { width, height: 900 } })
    for (const summary of await page.locator('#coverage summary, .wire summary, #load summary').all())
      await summary.click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Each result' }).click()
    await page.locator('.result summary').first().click()
    expect(await violations(page)).toEqual([])
    await page.close()
  })

  test('a wide page scrolls inside its parts, not as a whole', async () => {
    const { page } = await open(browser, { ...full, load }, { viewport: { width: 400, height: 800 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400)
    await page.close()
  })

  test('on paper what is folded is open, and the controls are gone', async () => {
    const { page } = await open(browser, full)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('nav').isVisible()).toBe(false)
    expect(await page.locator('.filters').isVisible()).toBe(false)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await page.locator('details.cause:not([open])').count()).toBe(0)
    expect((await page.pdf()).length).toBeGreaterThan(1000)
    await page.close()
  })

  test('without scripts the first page is there all the same', async () => {
    const { page } = await open(browser, full, { javaScriptEnabled: false })
    expect(await page.locator('header.head').innerText()).toContain('Does not conform')
    expect(await page.locator('.cause').count()).toBeGreaterThan(0)
    await page.close()
  })

  test('three thousand results make a small page: what is not looked at is not drawn', async () => {
    const { page } = await open(browser, large(3000))
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(12_000)
    await page.getByRole('button', { name: 'Each result' }).click()
    expect(await page.locator('.result').count()).toBe(100)
    await page.getByRole('button', { name: /^Show 500 more/ }).click()
    expect(await page.locator('.result').count()).toBe(600)
    await page.close()
  })
})
