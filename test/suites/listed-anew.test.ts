/** Records whose create does not answer their identifier are found, and deleted, by what a lookup lists besides. */
import { expect, test } from 'vitest'
import { noJournal, type Entry } from '../../fixtures/journal.ts'
import { unfinished } from '../../suites/run/cleanup.ts'
import { Session } from '../../suites/run/session.ts'
import { judged } from '../judged.ts'

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

test('a create that never went out, for the run was stopped, is no leftover', { timeout: 300_000 }, async () => {
  const { server, options } = await judged({ latencyMs: 20 }, { only: ['sqla.*', 'kvstore.*'], fuzz: 0 })
  const entries: Entry[] = []
  let made = 0
  const journal = {
    write(entry: Entry) {
      entries.push(entry)
      if (entry.event === 'created' && ++made === 5) session.interrupt()
    },
  }
  const session: Session = new Session(options, journal, { progress() {} })
  await session.run()
  await server.close()
  expect(made).toBeGreaterThanOrEqual(5)
  expect(unfinished(entries).records).toEqual([])
})
