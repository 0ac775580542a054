/** A command that ends halfway, with nothing left to wait for: Node would end it with 0, as if it had passed. */
import { expect, test } from 'vitest'
import { touchstone } from './touchstone.ts'

/** Stands in for what the entry point loads. */
const loading = (source: string) => {
  const hook = `import { registerHooks } from 'node:module'
    const source = ${JSON.stringify(source)}
    const isMain = (url) => /\\/cli\\/main\\.(ts|js)$/.test(url)
    const load = (url, context, next) => (isMain(url) ? { format: 'module', source, shortCircuit: true } : next(url, context))
    registerHooks({ load })`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` }
}

test('the command says so, and ends with 3', async () => {
  const { code, err } = await touchstone(['--version'], { env: loading('await new Promise(() => undefined)') })
  expect(err).toMatch(/^touchstone: a defect of Touchstone's own: [^\n]* with nothing left to wait for\n$/)
  expect(code).toBe(3)
})

test('whoever has something to take down hears of it first, and goes on', async () => {
  const source = `await new Promise((resolve) => process.once('beforeExit', resolve))
    process.exit(4)`
  const { code, err } = await touchstone(['--version'], { env: loading(source) })
  expect(err).toBe('')
  expect(code).toBe(4)
})

test('what can not be loaded is told, and nothing else', async () => {
  const { code, err } = await touchstone(['--version'], { env: loading(`throw new Error('broken')`) })
  expect(err).toMatch(/^touchstone: could not start: Error: broken\n/)
  expect(err).not.toMatch(/nothing left/)
  expect(code).toBe(3)
})
