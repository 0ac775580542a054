/** The package as a user gets it: packed, installed in an empty folder, run from there without a clone around it. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../schemas/registry.ts'
import { readReport } from '../cli/report-file.ts'
import { cleanEnvironment } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'

const clone = fileURLToPath(new URL('../..', import.meta.url))
const folder = emptyFolder()
const tokenLocation = join(folder, 'node_modules', 'touchstone', 'cli', 'touchstone.js')

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a program with the Node of this very test first on the PATH, and nothing of the clone on it. */
function run(program: string, args: readonly string[], cwd: string): Promise<Ended> {
  const inherited = cleanEnvironment()
  const path = (inherited['PATH'] ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  // What the npm that runs this test says of the clone.
  const ofTheClone = Object.keys(inherited).filter((name) =>
    /^(npm_(lifecycle|package|command|config_local_prefix)|INIT_CWD)/i.test(name),
  )
  const env = { ...inherited, PATH: [dirname(process.execPath), ...path].join(delimiter) }
  for (const name of ofTheClone) Reflect.deleteProperty(env, name)
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

beforeAll(async () => {
  const packed = await run('npm', ['pack', '--pack-destination', folder], clone)
  expect(packed.code, packed.err + packed.out).toBe(0)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const installed = await run('npm', ['install', `./${tarball}`, '--prefer-offline', '--no-audit', '--no-fund'], folder)
  expect(installed.code, installed.err).toBe(0)
}, 300_000)

describe('installed', () => {
  test('npx touchstone run judges the embedded server and leaves a report', async () => {
    const { code, out, err } = await run('npx', ['touchstone', 'run', '--seed', '3'], folder)
    expect(err.replaceAll(/^npm warn .*\n/gm, '')).toBe('')
    expect(out).toContain('keeps the specification')
    expect(code).toBe(0)
    const report = readReport(join(folder, 'touchstone-report'))
    expect(report).toMatchObject({ seed: 3, exitCode: 0 })
    expect(report.executed).toBe(report.planned)
    expect(report.coverage.operations.exercised).toBe(operations.length)
  })

  test('carries what it needs, and neither tests nor sources', () => {
    const files = readdirSync(join(folder, 'node_modules', 'touchstone'), { recursive: true }).map(String)
    expect(files).toContain(join('schemas', 'target.schema.json'))
    expect(files).toContain(join('schemas', 'json', 'application.json'))
    // k6 takes TypeScript as it is.
    const compiled = files.filter((name) => !name.startsWith(join('load', 'scripts')))
    expect(compiled.filter((name) => /\.ts$|(^|\/)test\//.test(name))).toEqual([])
  })

  test('the other commands work there too', async () => {
    const listed = await run('npx', ['touchstone', 'list', 'operations', '--json'], folder)
    expect(JSON.parse(listed.out)).toHaveLength(operations.length)
    expect((await run('npx', ['touchstone', '--version'], folder)).out).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await run('npx', ['touchstone', 'explain', 'auth/no-header'], folder)).code).toBe(0)
    expect((await run('npx', ['touchstone', 'run', '--sede'], folder)).code).toBe(2)
  })

  test('every form of the report can be written there too', async () => {
    const { code, out } = await run(
      'npx',
      ['touchstone', 'run', '--only', 'settings.health', '--reporter', 'all'],
      folder,
    )
    expect(code).toBe(0)
    expect(out).not.toContain('could not be written')
    const page = readFileSync(join(folder, 'touchstone-report', 'report.html'), 'utf8')
    expect(page).toContain('settings.health')
    expect(page).toMatch(/<script>[^]{10000,}<\/script>/)
  })
})

test('npx touchstone works in a clone, without a build', async () => {
  const { code, out } = await run('npx', ['touchstone', '--version'], clone)
  expect(code).toBe(0)
  expect(out).toMatch(/^\d+\.\d+\.\d+\n$/)
})

describe('on an older Node', () => {
  const sentence = /^touchstone: Node 22\.19 or newer is needed and this is Node \d+\.\d+\.\d+: [^\n]+\n$/

  test.each(['14.21.3', '20.20.2', '22.18.0'])('%s: says so in one sentence', async (version) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, tokenLocation, 'run']
    const { code, out, err } = await run(process.execPath, args, folder)
    expect(err).toMatch(sentence)
    expect(err).toContain(version)
    expect(code).toBe(2)
    expect(out).toBe('')
  })

  test("this machine's own, where it is older", async ({ skip }) => {
    const system = '/usr/bin/node'
    const { code: missing, out: version } = await run(system, ['--version'], folder)
    const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
    skip(missing !== 0 || major > 22 || (major === 22 && minor >= 19), 'the system has no older Node')
    const { code, err } = await run(system, [tokenLocation, 'run'], folder)
    expect(err).toMatch(sentence)
    expect(code).toBe(2)
  })
})
