/** Where no container engine answers: what a user is told, and what becomes of the tests that need one. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cleanEnvironment, touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const nowhere = { DOCKER_HOST: 'unix:///nowhere/docker.sock' }

test('run --image ends with 2 and one sentence that says what to do', async () => {
  const out = emptyFolder()
  const ended = await touchstone(['run', '--image', 'reference', '--out', out], { env: nowhere })
  expect(ended.code).toBe(2)
  expect(ended.err).toMatch(
    /^touchstone: no container engine answers at unix:\S+, as DOCKER_HOST says; start it[^\n]*\n$/,
  )
})

test('plan --image needs none', async () => {
  const planned = await touchstone(['plan', '--image', 'reference', '--only', 'settings.*'], { env: nowhere })
  expect(planned.err).toBe('')
  expect(planned.code).toBe(0)
  expect(planned.out).toMatch(/to the image reference when nothing fails; nothing was sent/)
})

/** The tests of one file, as npm test runs them. */
function tests(env: Readonly<Record<string, string>>) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', 'test/image/vendor.test.ts', '-t', 'exposes no port']
  return spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: cleanEnvironment({ ...nowhere, ...env }),
  })
}

test('a test that needs one is skipped by name, with the reason', () => {
  const { status, stdout } = tests({})
  expect(status).toBe(0)
  expect(stdout).toMatch(/vendor\.test\.ts > one that exposes no port is asked for it: no container engine answers/)
})

test('where one is required, it fails', () => {
  const { status, stdout, stderr } = tests({ TOUCHSTONE_REQUIRE: 'docker' })
  expect(status).toBe(1)
  expect(stdout + stderr).toMatch(/no container engine answers, and TOUCHSTONE_REQUIRE names docker/)
})
