/** The image of Touchstone itself, as far as it can be had without pulling one: what it starts, and what it copies. */
import { chownSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { emptyFolder } from '../folder.ts'
import { docker, needsEngine } from './engine.ts'
import { scratchBase } from './scratch-base.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const entry = /^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '[]'

describe('what it writes into a mounted folder', () => {
  beforeEach(needsEngine)

  /** Runs what the image starts, on the sources of this clone; what the file it writes belongs to. */
  async function writes(user: object) {
    const folder = emptyFolder()
    if (process.getuid?.() === 0) chownSync(folder, 1234, 1235)
    const command = [...z.array(z.string()).parse(JSON.parse(entry)), 'init']
    const printed = new PassThrough()
    const options = {
      WorkingDir: '/work',
      HostConfig: { Binds: [`${root}:/touchstone:ro`, `${folder}:/work`] },
      ...user,
    }
    const ran: unknown = await docker().run(await scratchBase(), command, printed, options)
    const [ended, container] = z.tuple([z.object({ StatusCode: z.int() }), z.object({ id: z.string() })]).parse(ran)
    await docker().getContainer(container.id).remove({ v: true })
    expect(ended.StatusCode, String(printed.read())).toBe(0)
    return { folder: statSync(folder), file: statSync(join(folder, 'touchstone.target.json')) }
  }

  test('belongs to the owner of that folder', async () => {
    const { folder, file } = await writes({})
    expect([file.uid, file.gid]).toEqual([folder.uid, folder.gid])
  })

  test('belongs to whom docker run --user names', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can give a folder away')
    const { file } = await writes({ User: '1234:4321' })
    expect([file.uid, file.gid]).toEqual([1234, 4321])
  })
})

test('it has every room that the package has', () => {
  const config = z.object({ include: z.array(z.string()) })
  const { include } = config.parse(JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8')))
  expect(include.length).toBeGreaterThan(3)
  for (const room of include) expect(dockerfile).toContain(`COPY ${room} ${room}\n`)
})

test('the image of the reference server can be built from what .dockerignore lets through', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  const reference = readFileSync(join(root, 'fixtures/reference/Dockerfile'), 'utf8')
  const packages = [...reference.matchAll(/^COPY (node_modules\/\S+)/gm)].flatMap(([, path]) => path ?? [])
  expect(packages).toHaveLength(3)
  for (const path of packages) expect(ignored).toContain(`!${path.split('/').slice(0, 2).join('/')}`)
})
