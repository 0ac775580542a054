/** What `sample` holds never takes the place of what a check makes up (docs/judgement.md, rule 17). */
import { expect, test } from 'vitest'
import { noJournal } from '../../fixtures/journal.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { Session } from '../../suites/run/session.ts'
import { judged } from '../judged.ts'

test('an unknown identifier stays unknown though sample names a known one', { timeout: 300_000 }, async () => {
  const { server, options } = await judged({}, { only: ['user.byUserId', 'admin.getUserByToken'], fuzz: 0 })
  const sample = { 'user.byUserId': { userId: 'of-the-sample' }, 'admin.getUserByToken': { token: 'of-the-sample' } }
  const seen: Exchange[] = []
  const target = { ...options.target, sample }
  const hooks = { progress() {}, exchange: (exchange: Exchange) => void seen.push(exchange) }
  await new Session({ ...options, target }, noJournal, hooks).run()
  await server.close()
  const asked = (id: string) =>
    new Set(
      seen.filter(({ operation, credential }) => operation === id && credential === 'right').map(({ path }) => path),
    )
  // The sample is used, and beside it something that nobody has.
  for (const id of Object.keys(sample)) {
    const paths = [...asked(id)]
    expect(paths.some((path) => path.includes('of-the-sample'))).toBe(true)
    expect(paths.some((path) => /=[\w-]{16,}/.test(path) && !path.includes('of-the-sample'))).toBe(true)
  }
})

test(
  'what needs a field that is not listed is told, though sample gives that field',
  { timeout: 300_000 },
  async () => {
    const id = 'application.saveGammaProvider'
    const resultsWith = async (faults: readonly string[], sample: Readonly<Record<string, unknown>>) => {
      const { server, options } = await judged({ faults }, { only: ['application.*'], fuzz: 0 })
      const target = { ...options.target, sample: { [id]: sample } }
      const only = [id, 'application.create', 'application.one', 'application.delete']
      const { results } = await new Session({ ...options, target, only }, noJournal, { progress() {} }).run()
      await server.close()
      return results.find((one) => one.id === `${id} params/listed-suffice`)
    }
    expect(await resultsWith(['params/unlisted-demanded'], { enableSubmodules: true })).toMatchObject({
      verdict: 'warn',
    })
    expect(await resultsWith([], { enableSubmodules: true })).toMatchObject({ verdict: 'pass' })
  },
)
