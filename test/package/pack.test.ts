/** The package as a user gets it, run from an empty folder. */
import { copyFileSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { operations } from '../../schemas/registry.ts'
import { readReport } from '../cli/report-file.ts'
import { emptyFolder } from '../folder.ts'
import { clone, install, pack, run } from './installed.ts'
import { walk } from './stranger.ts'

const folder = emptyFolder()
const modules = join(folder, 'node_modules')
const entryPoint = join(modules, 'touchstone', 'cli', 'touchstone.js')
let said = ''

beforeAll(async () => {
  said = await install(folder, await pack(emptyFolder()))
}, 300_000)

describe('the installation', () => {
  const entries = () => readdirSync(modules, { recursive: true, withFileTypes: true })

  test('takes at most 45 MB and 120 packages', () => {
    const files = entries().filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    expect(bytes).toBeLessThanOrEqual(45e6)
    const [, packages] = /added (\d+) packages/.exec(said) ?? []
    expect(Number(packages)).toBeGreaterThan(10)
    expect(Number(packages)).toBeLessThanOrEqual(120)
  })

  test('says its licence, and who may publish it', () => {
    const manifest = JSON.parse(readFileSync(join(modules, 'touchstone', 'package.json'), 'utf8')) as unknown
    expect(manifest).toMatchObject({ name: 'touchstone', license: 'Apache-2.0', publishConfig: { access: 'public' } })
    expect(manifest).not.toHaveProperty('private')
    expect(readFileSync(join(modules, 'touchstone', 'LICENSE'), 'utf8')).toContain('Apache License')
  })

  test('tells the version without loading what the commands need', async () => {
    const { code, out } = await run(process.execPath, [entryPoint, '--version'], folder)
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
    const trace = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
      process.on('exit', () => process.stderr.write(loaded.filter((url) => url.startsWith('file:')).join('\\n')))`
    const traced = ['--import', `data:text/javascript,${encodeURIComponent(trace)}`, entryPoint, '--version']
    const { err } = await run(process.execPath, traced, folder)
    const loaded = err.split('\n').map((url) => url.replace(/.*node_modules\//, ''))
    expect(loaded).toContain('touchstone/dist/cli/version.js')
    expect(loaded.filter((path) => /commands|^(zod|undici|hono)/.test(path))).toEqual([])
  })

  test.each([
    ['--image', 'testcontainers', ['run', '--image', 'reference']],
    ['proving hostile targets', 'selfsigned', ['prove', '--only', 'hostile']],
  ])('%s says how to get %s', async (use, name, args) => {
    const { code, err } = await run('npx', ['touchstone', ...args], folder)
    expect(err).toBe(
      `touchstone: ${use} needs the package ${name}, which is not installed with touchstone; run npm install ${name} in the same place\n`,
    )
    expect(code).toBe(2)
  })
})

describe('installed', () => {
  test('npx touchstone run judges the embedded server and leaves a report', async () => {
    const { code, out, err } = await run('npx', ['touchstone', 'run', '--seed', '3', '--fuzz', '0'], folder)
    expect(err.replaceAll(/^npm warn .*\n/gm, '')).toBe('')
    expect(out).toContain('keeps the specification')
    expect(code).toBe(0)
    const report = readReport(join(folder, 'touchstone-report'))
    expect(report).toMatchObject({ seed: 3, exitCode: 0 })
    expect(report.executed).toBe(report.planned)
    expect(report.coverage.operations.exercised).toBe(operations.length)
  }, 300_000)

  test('carries what it needs, and neither tests nor sources', () => {
    const files = readdirSync(join(folder, 'node_modules', 'touchstone'), { recursive: true }).map(String)
    expect(files).toContain(join('schemas', 'target.schema.json'))
    expect(files).toContain(join('schemas', 'json', 'application.json'))
    // k6 takes TypeScript as it is; what ends in .d.ts is types.
    const compiled = files.filter((name) => !name.startsWith(join('load', 'scripts')) && !name.endsWith('.d.ts'))
    expect(compiled.filter((name) => /\.ts$|(^|\/)test\//.test(name))).toEqual([])
  })

  test('the other commands work there too', async () => {
    expect((await run('npx', ['touchstone', '--version'], folder)).out).toMatch(/^\d+\.\d+\.\d+\n$/)
    // What npx starts: npx itself takes longer than they do.
    const own = (...args: readonly string[]) => run(join(modules, '.bin', 'touchstone'), args, folder)
    expect(JSON.parse((await own('list', 'operations', '--json')).out)).toHaveLength(operations.length)
    expect((await own('explain', 'auth/no-header')).code).toBe(0)
    expect((await own('run', '--sede')).code).toBe(2)
  })

  test('every form of the report can be written there too', async () => {
    const { code, out } = await run(
      'npx',
      ['touchstone', 'run', '--only', 'settings.health', 'port', '--fuzz', '1', '--reporter', 'all'],
      folder,
    )
    expect(code).toBe(0)
    expect(out).not.toContain('could not be written')
    const page = readFileSync(join(folder, 'touchstone-report', 'report.html'), 'utf8')
    expect(page).toContain('settings.health')
    expect(page).toMatch(/<script>[^]{10000,}<\/script>/)
  })
})

test('the tarball and the quick start lead to a green run', { timeout: 600_000 }, () => walk(folder))

describe('for programs', () => {
  const program = (name: string, as = name) => {
    copyFileSync(fileURLToPath(new URL(`programs/${name}`, import.meta.url)), join(folder, as))
    return as
  }
  const tools = (name: string) => symlinkSync(join(clone, 'node_modules', name), join(modules, name))

  test('judge, serve and operations do what their types say', async () => {
    const { code, out, err } = await run(process.execPath, [program('program.ts')], folder)
    expect(code, err).toBe(0)
    expect(JSON.parse(out)).toEqual({
      operations: operations.length,
      failed: ['settings.getServiceVersion version/told'],
      refused: true,
      code: 1,
    })
    expect(z.looseObject({ exitCode: z.int() }).parse(readReport(join(folder, 'own'))).exitCode).toBe(1)
  })

  test('their types hold under the strict compiler', async () => {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable'],
      strict: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(clone, 'node_modules', '@types')],
    }
    const wrong = `import { judge, serve } from 'touchstone'\n// @ts-expect-error no such option\nvoid judge({ baseURL: '' })\n// @ts-expect-error no such effect\nvoid judge({ allow: ['everything'] })\n// @ts-expect-error no number\nvoid serve({ port: '1' })\n`
    writeFileSync(join(folder, 'wrong.ts'), wrong)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: [program('program.ts'), 'wrong.ts'] }),
    )
    const { code, out } = await run(
      process.execPath,
      [join(clone, 'node_modules/typescript/bin/tsc'), '-p', '.'],
      folder,
    )
    expect([code, out]).toEqual([0, ''])
  })

  test("judge declares a suite a group and a test a result in one's own vitest", async () => {
    tools('vitest')
    const args = [
      join(modules, 'vitest/vitest.mjs'),
      'run',
      '--reporter=json',
      '--outputFile=own.json',
      program('own.vitest.ts', 'own.test.ts'),
    ]
    const { code, out, err } = await run(process.execPath, args, folder)
    expect(code, out + err).toBe(1)
    const results = z.object({
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    })
    const [file] = z
      .object({ testResults: z.array(results) })
      .parse(JSON.parse(readFileSync(join(folder, 'own.json'), 'utf8'))).testResults
    const tests = file?.assertionResults ?? []
    expect(new Set(tests.flatMap(({ ancestorTitles }) => ancestorTitles))).toEqual(new Set(['settings', 'admin']))
    const failed = tests.filter(({ status }) => status === 'failed')
    expect(failed.map(({ title }) => title)).toEqual(['settings.getServiceVersion version/told', 'verdict'])
    expect(failed[0]?.failureMessages.join()).toMatch(/fail: MUST return the version.*expected.*curl/s)
    expect(tests.filter(({ status }) => status === 'passed').length).toBeGreaterThan(20)
  })

  test("and in Node's own", async () => {
    const { code, out } = await run(process.execPath, ['--test', program('own.node.mjs')], folder)
    expect(code, out).toBe(0)
    expect(out).toMatch(/suites 1\b/)
    expect(out).toContain('settings.getServiceVersion version/told')
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
    const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, entryPoint, 'run']
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
    const { code, err } = await run(system, [entryPoint, 'run'], folder)
    expect(err).toMatch(sentence)
    expect(code).toBe(2)
  })
})
