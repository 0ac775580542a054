/** The package as a user gets it: packed, and installed in an empty folder without a clone around it. */
import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { cleanEnvironment } from '../cli/touchstone.ts'

export const clone = fileURLToPath(new URL('../..', import.meta.url))

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a program with the Node of this very test first on the PATH, and nothing of the clone on it. */
export function run(program: string, args: readonly string[], cwd: string): Promise<Ended> {
  const inherited = cleanEnvironment()
  const path = (inherited['PATH'] ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  // What the npm that runs this test says of the clone.
  const ofTheClone = Object.keys(inherited).filter((name) =>
    /^(npm_(lifecycle|package|command|config_local_prefix)|INIT_CWD|VITEST|NODE_V8_COVERAGE|TEST$)/i.test(name),
  )
  const env = { ...inherited, PATH: [dirname(process.execPath), ...path].join(delimiter), NO_COLOR: '1' }
  for (const name of ofTheClone) Reflect.deleteProperty(env, name)
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

/** Packs the clone into this folder; the path of the tarball. */
export async function pack(folder: string): Promise<string> {
  const packed = await run('npm', ['pack', '--pack-destination', folder], clone)
  expect(packed.code, packed.err + packed.out).toBe(0)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  return join(folder, tarball ?? 'nothing was packed')
}

/** Installs a tarball in this folder; what npm said meanwhile. */
export async function install(folder: string, tarball: string): Promise<string> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const installed = await run('npm', ['install', tarball, '--prefer-offline', '--no-audit', '--no-fund'], folder)
  expect(installed.code, installed.err).toBe(0)
  return installed.out + installed.err
}
