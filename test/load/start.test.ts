import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
  const rest = { run: 'run00000', script: 'deploy.ts', segment: null, sequence: null, token: 't', headers: {} }
  const running = startK6({ version: '2.2.0', by: { engine: file, image: 'k6' } }, { ...places, ...rest })
  running.stop()
  const asked = join(folder, 'asked')
  expect([existsSync(asked), existsSync(join(folder, 'runs'))]).toEqual([true, false])
  expect((await running.ended).code).toBe(105)
})
