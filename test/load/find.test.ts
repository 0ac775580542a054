/** Where k6 is looked for, and what is said where there is none. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { buildLine, builtK6 } from '../../load/k6/build.ts'
import { findK6, pinned } from '../../load/k6/find.ts'
import { emptyFolder } from '../folder.ts'

/** A file that says it is this version of k6; `sh` alone is needed to run it. */
function pretend(file: string, version: string): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\necho "k6 v${version} (go1.26, linux/amd64)"\n`)
  chmodSync(file, 0o755)
  return file
}

const none = () => undefined

test('K6_BIN goes before PATH', async () => {
  const [named, found] = [pretend(join(emptyFolder(), 'mine'), '1.8.1'), pretend(join(emptyFolder(), 'k6'), '2.0.0')]
  const env = { K6_BIN: named, PATH: dirname(found) }
  expect(await findK6(env, none)).toEqual({ version: '1.8.1', by: { file: named } })
})

test('PATH goes before what was built', async () => {
  const [found, home] = [pretend(join(emptyFolder(), 'k6'), '2.0.0'), emptyFolder()]
  pretend(builtK6({ XDG_CACHE_HOME: home }), '2.2.0')
  expect(await findK6({ PATH: dirname(found), XDG_CACHE_HOME: home }, none)).toEqual({
    version: '2.0.0',
    by: { file: found },
  })
})

test('a k6 that runs no TypeScript is passed over for the one that was built', async () => {
  const [found, home] = [pretend(join(emptyFolder(), 'k6'), '0.49.0'), emptyFolder()]
  const built = pretend(builtK6({ XDG_CACHE_HOME: home }), pinned())
  const env = { PATH: [dirname(found), '/nowhere'].join(delimiter), XDG_CACHE_HOME: home }
  expect(await findK6(env, none)).toEqual({ version: pinned(), by: { file: built } })
})

test('a container engine that answers is the last way', async () => {
  const engine = join(emptyFolder(), 'docker')
  pretend(engine, '1.0.0')
  expect(await findK6({ PATH: dirname(engine), XDG_CACHE_HOME: emptyFolder() }, none)).toEqual({
    version: pinned(),
    by: { engine, image: `docker.io/grafana/k6:${pinned()}` },
  })
})

test('a K6_BIN that is no k6, or too old, is wrong usage', async () => {
  await expect(findK6({ K6_BIN: '/nowhere/k6' }, none)).rejects.toThrow(/K6_BIN is \/nowhere\/k6/)
  const old = pretend(join(emptyFolder(), 'k6'), '0.49.0')
  await expect(findK6({ K6_BIN: old }, none)).rejects.toThrow(/k6 0\.49\.0, which runs no TypeScript/)
})

test('where there is none, the weighted to get one are told', async () => {
  const looking = findK6({ PATH: emptyFolder(), XDG_CACHE_HOME: emptyFolder() }, none)
  await expect(looking).rejects.toThrow(/no k6 in PATH, there is no Go.*K6_BIN.*Docker or Podman/)
})

test('a build that fails says why, and leaves nothing that would be taken for k6', async () => {
  const [go, home] = [join(emptyFolder(), 'go'), emptyFolder()]
  writeFileSync(go, '#!/bin/sh\necho "go: no such toolchain: nope" >&2\nexit 1\n')
  chmodSync(go, 0o755)
  const looking = () => findK6({ PATH: dirname(go), XDG_CACHE_HOME: home }, none)
  await expect(looking()).rejects.toThrow(/go build failed: go: no such toolchain: nope/)
  await expect(looking()).rejects.toThrow(/go build failed/)
})

test('what is built is the second version of k6 that is pinned', () => {
  expect(pinned()).toBe('2.2.0')
})

test('a build says how far it is, and how long it takes at most', () => {
  expect(buildLine(300, 1200, 30)).toBe('building k6: 300 of at most 1200 packages, 30 s so far, at most 90 s left')
  // At the start a guess would only mislead.
  expect(buildLine(10, 1200, 1)).toBe('building k6: 10 of at most 1200 packages, 1 s so far')
  expect(buildLine(10, null, 1)).toBe('building k6: 10 packages, 1 s so far')
})
