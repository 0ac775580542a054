/** The whole run, fuzzing too, against the embedded server behind connections of which 1 in 50 is reset. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { hostiles } from '../../fixtures/hostile/index.ts'
import { startHostile } from '../../fixtures/hostile/server.ts'
import { readReport } from '../cli/report-file.ts'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'

test('accuses nobody, leaves nothing, and reports the resets', { timeout: 300_000 }, async () => {
  const hostile = hostiles.find(({ id }) => id === 'connection/reset-1-in-50')
  if (!hostile) throw new Error('there is no such target')
  const server = await startHostile(hostile)
  onTestFinished(() => server.close())
  const folder = emptyFolder()
  const out = join(folder, 'out')
  const { baseUrl, token, target } = server
  const allow = ['deploy', 'host', 'destructive']
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ ...target, baseUrl, token, allow }))
  const args = ['run', '--target', join(folder, 'target.json'), '--seed', '1', '--fuzz', '1', '--out', out]
  const ended = await touchstone(args)
  expect(ended.code, ended.out + ended.err).toBe(0)
  const { results, leftovers, observed, requests, coverage } = readReport(out)
  const accused = results.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict)).map(({ id }) => id)
  expect(accused).toEqual([])
  const projectId = target.identifiers.projectId ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const lists = ['/registry.all', `/project.one?projectId=${projectId}`].map(async (path) =>
    (await fetch(server.behind + path, { headers })).text(),
  )
  expect((await Promise.all(lists)).join('').match(/"ts-[^"]+"/g) ?? []).toEqual([])
  expect(leftovers).toEqual([])
  // The one expendable node is removed once: where that answer is lost, no other can come.
  const { exercised = [], succeeded = [] } = coverage.operations.names ?? {}
  expect(exercised).toHaveLength(177)
  expect(['cluster.removeWorker']).toEqual(expect.arrayContaining(exercised.filter((id) => !succeeded.includes(id))))
  const { connection } = z.object({ connection: z.object({ cut: z.number() }) }).parse(observed)
  expect(connection.cut).toBeGreaterThan(requests / 100)
  expect(ended.out).toContain(`${connection.cut.toLocaleString('en')} connections were reset or closed under a request`)
})
