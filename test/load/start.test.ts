import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { coresFor } from '../../load/k6/cores.ts'
import { startK6 } from '../../load/k6/start.ts'

/** An engine whose container needs a moment to start, and ends once it was interrupted. */
const engine = (folder: string) => `#!/bin/sh
cd '${folder}'
case "$1" in
run) sleep 0.5; touch runs; until [ -e interrupted ]; do sleep 0.05; done; exit 105 ;;
kill) touch asked; [ -e runs ] && touch interrupted ;;
esac
`

test('a container that is asked to stop while it is being started stops once it runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-engine-'))
  const file = join(folder, 'engine')
  writeFileSync(file, engine(folder), { mode: 0o755 })
  const places = { plan: join(folder, 'plan.json'), journal: join(folder, 'j.jsonl'), summary: join(folder, 's.json') }
  const rest = {
    run: 'run00000',
    script: 'deploy.ts',
    segment: null,
    sequence: null,
    cores: 1,
    token: 't',
    headers: {},
  }
  const running = startK6({ version: '2.2.0', by: { engine: file, image: 'k6' } }, { ...places, ...rest })
  running.stop()
  const asked = join(folder, 'asked')
  expect([existsSync(asked), existsSync(join(folder, 'runs'))]).toEqual([true, false])
  expect((await running.ended).code).toBe(105)
})

test('k6 is given no more cores than a load needs, or as many as the user names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-cores-'))
  const file = join(folder, 'k6')
  writeFileSync(file, `#!/bin/sh\nprintf %s "$GOMAXPROCS" > '${folder}/cores'\n`, { mode: 0o755 })
  const places = { plan: join(folder, 'plan.json'), journal: join(folder, 'j.jsonl'), summary: join(folder, 's.json') }
  const rest = { run: 'run00000', script: 'deploy.ts', segment: null, sequence: null, token: 't', headers: {} }
  const cores = coresFor(300, { GOMAXPROCS: '7' })
  await startK6({ version: '2.2.0', by: { file } }, { ...places, ...rest, cores }).ended
  expect(readFileSync(join(folder, 'cores'), 'utf8')).toBe('7')
  expect(coresFor(300, {})).toBe(1)
  expect(coresFor(10, { GOMAXPROCS: 'many' })).toBe(1)
  expect(coresFor(1e9, {})).toBe(availableParallelism())
})
