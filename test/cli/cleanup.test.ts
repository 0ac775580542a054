import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readJournal } from '../../fixtures/journal.ts'
import { startReference } from '../../fixtures/reference/serve.ts'
import { emptyFolder } from '../folder.ts'
import { afterCreate, signalAt } from './moments.ts'

const script = fileURLToPath(new URL('../../cli/touchstone.js', import.meta.url))
const token = 'Qm4Xw8Ke5Rt1Yu6Io9Pa2Sd7Fg4Hj0Lz'

/** A server whose records can be counted, a folder for reports and a target file. */
async function scene() {
  const folder = emptyFolder()
  const server = await startReference({ token, latencyMs: 15 })
  onTestFinished(() => server.close())
  const target = join(folder, 'target.json')
  writeFileSync(target, JSON.stringify({ baseUrl: server.baseUrl, token, ...server.target, allow: ['all'] }))
  const left = async () => {
    const { projectId = '' } = server.target.identifiers
    const headers = { authorization: `Bearer ${token}` }
    const responses = [`/project.one?projectId=${projectId}`, '/registry.all'].map(async (path) =>
      (await fetch(`${server.baseUrl}${path}`, { headers })).text(),
    )
    return (await Promise.all(responses)).join('').match(/"ts-[a-z0-9-]+"/g) ?? []
  }
  return { folder, target, journal: join(folder, 'out', 'journal.jsonl'), left, baseUrl: server.baseUrl }
}

function touchstone(args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { child, ended }
}

test('a run that was killed once a record was created is cleaned up after', async () => {
  const { folder, target, journal, left } = await scene()
  const out = join(folder, 'out')
  const { child, ended } = touchstone(['run', '--target', target, '--out', out])
  signalAt(afterCreate, out, 'SIGKILL')(child)
  await ended
  expect(await left()).not.toEqual([])

  const cleanup = await touchstone(['cleanup', '--journal', journal, '--target', target]).ended
  expect(cleanup).toMatchObject({ code: 0, said: expect.stringContaining('records deleted') })
  expect(cleanup.said).not.toContain(token)
  expect(await left()).toEqual([])

  const again = await touchstone(['cleanup', '--journal', journal, '--target', target]).ended
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining('nothing that was left') })
})

test('a create whose response never came is listed where nothing shows it', async () => {
  const { folder, baseUrl } = await scene()
  const journal = join(folder, 'journal.jsonl')
  const line = (entry: object) => appendFileSync(journal, `${JSON.stringify({ run: 'r1', time: '', ...entry })}\n`)
  line({ event: 'run', kind: 'target', name: baseUrl })
  line({ event: 'create', kind: 'sqla', name: 'ts-r1-sqla-1' })
  line({ event: 'create', kind: 'sqla', name: 'ts-r1-sqla-2' })
  line({ event: 'unmade', kind: 'sqla', name: 'ts-r1-sqla-2' })
  const { code, said } = await touchstone(['cleanup', '--journal', journal, '--token', token]).ended
  expect(said).toContain('left: sqla ts-r1-sqla-1')
  expect(said).not.toContain('ts-r1-sqla-2')
  expect(code).toBe(0)
})

test('a create without a name whose response never came is told only where somebody may have made what is listed', async () => {
  const { folder, target, baseUrl } = await scene()
  const { identifiers } = JSON.parse(readFileSync(target, 'utf8')) as { identifiers: object }
  const journal = join(folder, 'journal.jsonl')
  const line = (entry: object) => appendFileSync(journal, `${JSON.stringify({ run: 'r1', time: '', ...entry })}\n`)
  const cleanup = () => touchstone(['cleanup', '--journal', journal, '--target', target]).ended
  line({ event: 'run', kind: 'target', name: baseUrl })
  line({ event: 'create', kind: 'application', name: '' })
  const create = () =>
    fetch(`${baseUrl}/application.create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'shop', appName: 'shop', ...identifiers }),
    })

  expect((await create()).status).toBe(200)
  expect((await cleanup()).said).toContain('left: application')

  writeFileSync(journal, '')
  line({ event: 'run', kind: 'target', name: baseUrl })
  line({ event: 'create', kind: 'compose', name: '' })
  const { said } = await cleanup()
  expect(said).toContain('1 record deleted or gone already')
  expect(said).not.toContain('left: ')
})

test.each([
  ['a journal that is not there', [], 'can’t be read'.replace('’', "'")],
  ['a file that is no journal', ['package.json'], 'is no line of a journal'],
])('%s is wrong usage', async (_what, [file = 'no/journal.jsonl'], words) => {
  const { code, said } = await touchstone(['cleanup', '--journal', file, '--token', token]).ended
  expect(code).toBe(2)
  expect(said).toContain(words)
  expect(said.trim().split('\n')).toHaveLength(1)
})

test('half a line at the end of a journal was never sent', () => {
  const folder = emptyFolder()
  const file = join(folder, 'journal.jsonl')
  writeFileSync(file, '{"run":"r1","event":"create","kind":"sqla","name":"a"}\n{"run":"r1","ev')
  expect(readJournal(file)).toHaveLength(1)
})
