/** Records whose create does not answer their identifier are found, and deleted, by what a lookup lists besides. */
import { expect, test } from 'vitest'
import { noJournal, type Entry } from '../../fixtures/journal.ts'
import { unfinished } from '../../suites/run/cleanup.ts'
import { Session } from '../../suites/run/session.ts'
import { judged } from '../judged.ts'
import { inBurst } from './moments.ts'

test('creates without an identifier are judged by what is listed besides', { timeout: 300_000 }, async () => {
  const only = ['sqla.*', 'compose.*']
  const { server, options } = await judged({ variants: ['creates/true'] }, { only, fuzz: 0 })
  const { results, leftovers } = await new Session(options, noJournal, { progress() {} }).run()
  const { projectId = '' } = options.target.identifiers
  const headers = { authorization: `Bearer ${options.target.token}` }
  const listed = await (await fetch(`${server.baseUrl}/project.one?projectId=${projectId}`, { headers })).text()
  await server.close()
  const verdict = (id: string) => results.find((one) => one.id === id)?.verdict
  expect(verdict('sqla.create params/missing-required')).toBe('pass')
  expect(results.filter((one) => one.verdict === 'fail' || one.verdict === 'warn')).toEqual([])
  expect(leftovers).toEqual([])
  expect(listed).not.toContain(options.run)
})

test(
  'a stack whose deploy answers with its identifier as a text is found by it, and deleted',
  { timeout: 300_000 },
  async () => {
    const only = ['compose.deployTemplate', 'compose.one']
    const { server, options } = await judged({ variants: ['creates/template-text'] }, { only, fuzz: 0 })
    const target = { ...options.target, lookup: {} }
    const { leftovers } = await new Session({ ...options, target }, noJournal, { progress() {} }).run()
    const { projectId = '' } = options.target.identifiers
    const headers = { authorization: `Bearer ${options.target.token}` }
    const listed: unknown = await (
      await fetch(`${server.baseUrl}/project.one?projectId=${projectId}`, { headers })
    ).json()
    await server.close()
    expect(leftovers).toEqual([])
    expect(listed).toMatchObject({ compose: [] })
  },
)

test(
  'a create that never went out, for the run was stopped in a burst, is no leftover',
  { timeout: 300_000 },
  async () => {
    const { server, options } = await judged({ latencyMs: 20 }, { only: ['sqla.*', 'kvstore.*'], fuzz: 0 })
    const entries: Entry[] = []
    let stopped = false
    const { entry: isTime } = inBurst()
    const journal = {
      write(entry: Entry) {
        entries.push(entry)
        if (!isTime?.(entry)) return
        stopped = true
        session.interrupt()
      },
    }
    const session: Session = new Session(options, journal, { progress() {} })
    await session.run()
    await server.close()
    expect(stopped).toBe(true)
    expect(unfinished(entries).records).toEqual([])
  },
)
