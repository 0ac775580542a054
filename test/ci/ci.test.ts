/** The files for CI: each as its platform's own schema wants it, and each script run. */
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validateAction, validateWorkflow } from '@action-validator/core/action_validator.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { startReference, type RunningReference } from '../../fixtures/reference/serve.ts'
import { cleanEnvironment } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

function run(program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ code: number; out: string }>((resolve) => {
    execFile(program, args, { cwd, env: { ...cleanEnvironment(), ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    )
  })
}

describe('for GitHub', () => {
  test('the action is one by its schema, and a wrong one is not', () => {
    expect(validateAction(read('action.yml')).errors).toEqual([])
    expect(validateAction(read('action.yml').replace('using: composite', 'using: compsite')).errors).not.toEqual([])
  })

  test('the workflow that publishes is one by its schema, and a wrong one is not', () => {
    const file = '.github/workflows/publish.yml'
    expect(validateWorkflow(read(file)).errors).toEqual([])
    expect(validateWorkflow(read(file).replace('runs-on:', 'run-on:')).errors).not.toEqual([])
  })

  const action = z
    .object({
      inputs: z.record(z.string(), z.object({ description: z.string() })),
      runs: z.object({
        steps: z.array(
          z.object({
            id: z.string().optional(),
            run: z.string().optional(),
            env: z.record(z.string(), z.string()).optional(),
          }),
        ),
      }),
    })
    .parse(parse(read('action.yml')))
  const judging = action.runs.steps.find(({ id }) => id === 'judge')

  /** What the step would start, with these values of the inputs that it reads. */
  async function started(inputs: Readonly<Record<string, string>>, code = 0) {
    const folder = emptyFolder()
    const stub = join(folder, 'touchstone')
    writeFileSync(stub, `#!/bin/sh\nprintf '%s\\n' "$@"\necho "at $TOUCHSTONE_BASE_URL"\nexit ${code}\n`)
    chmodSync(stub, 0o755)
    const empty = Object.fromEntries(Object.keys(judging?.env ?? {}).map((name) => [name, '']))
    const output = join(folder, 'output')
    const env = { ...empty, ...inputs, GITHUB_OUTPUT: output, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
    const ended = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', judging?.run ?? ''], folder, env)
    return { ...ended, words: ended.out.trim().split('\n'), output: readFileSync(output, 'utf8') }
  }

  test('each input of the action is read by a step', () => {
    const used = read('action.yml').matchAll(/inputs\.([a-z-]+)/g)
    expect(new Set([...used].map(([, name]) => name))).toEqual(new Set(Object.keys(action.inputs)))
  })

  test('each input becomes an option that the command has', async () => {
    const inputs = Object.fromEntries(Object.keys(judging?.env ?? {}).map((name) => [name, `a-${name.toLowerCase()}`]))
    const { words } = await started({ ...inputs, COMMAND: 'run', ONLY: 'sqla.* port.*', OPTIONS: '--bail' })
    const help = await run(process.execPath, [join(root, 'cli/touchstone.js'), 'run', '--help'], root)
    const flags = words.filter((word) => word.startsWith('--'))
    expect(flags.length).toBeGreaterThan(15)
    for (const flag of flags) expect(help.out).toMatch(new RegExp(`^ +${flag}\\b`, 'm'))
    expect(words.join(' ')).toContain('--only sqla.* port.* --skip a-skip')
    expect(words).toContain('at a-touchstone_base_url')
  })

  test('what is not given is left out, and the exit code is kept', async () => {
    const { words, code, output } = await started({ COMMAND: 'run', OUT: 'reports' }, 3)
    expect(words).toEqual([
      'run',
      '--out',
      'reports',
      '--reporter',
      'terminal',
      'github',
      'html',
      'junit',
      'badge',
      'at',
    ])
    expect([code, output]).toEqual([3, 'exit-code=3\n'])
  })
})

test('the template for GitLab is one by its schema, and a wrong one is not', async () => {
  const folder = emptyFolder()
  await run('git', ['init', '--quiet', '.'], folder)
  const jobs =
    'judge:\n  extends: .touchstone\n  parallel: 4\nverdict:\n  extends: .touchstone-verdict\n  needs: [judge]\n'
  const listed = (text: string) => {
    writeFileSync(join(folder, '.gitlab-ci.yml'), text)
    return run(process.execPath, [join(root, 'node_modules/gitlab-ci-local/dist/index.js'), '--list'], folder)
  }
  const good = await listed(read('ci/gitlab.yml') + jobs)
  expect(good.code, good.out).toBe(0)
  expect(good.out).toContain('json schema validated')
  expect(good.out).toMatch(/judge: \[4\/4\][^]*verdict/)
  expect((await listed(read('ci/gitlab.yml').replace('when: always', 'when: alwayss') + jobs)).code).toBe(1)
})

describe('for any shell', () => {
  let server: RunningReference
  beforeAll(async () => {
    server = await startReference({ faults: ['version/null'] })
  })
  afterAll(() => server.close())

  const judge = (folder: string, ...options: string[]) =>
    run('sh', [join(root, 'ci/judge.sh'), '--fuzz', '0', ...options], folder, {
      TOUCHSTONE: `${process.execPath} ${join(root, 'cli/touchstone.js')}`,
      TOUCHSTONE_BASE_URL: server.baseUrl,
      TOUCHSTONE_TOKEN: server.token,
    })

  test('the script judges, leaves reports and tells the verdict', async () => {
    const folder = emptyFolder()
    const { code, out } = await judge(folder, '--only', 'settings.health')
    expect(code, out).toBe(0)
    expect(out).toContain('verdict: nothing failed')
    for (const file of ['report.json', 'report.html', 'junit.xml', 'summary.md', 'badge.svg'])
      expect(existsSync(join(folder, 'touchstone-report', file)), file).toBe(true)
  }, 300_000)

  test('it ends as the command ends', async () => {
    const failed = await judge(emptyFolder(), '--only', 'settings.getServiceVersion version/told')
    expect([failed.code, failed.out]).toEqual([1, expect.stringContaining('verdict: something failed')])
    const refused = await judge(emptyFolder(), '--only', 'nosuch')
    expect([refused.code, refused.out]).toEqual([2, expect.stringContaining('nothing was sent')])
  }, 300_000)

  test('it says what it needs', async () => {
    const { code, out } = await run('sh', [join(root, 'ci/judge.sh')], emptyFolder())
    expect(code).not.toBe(0)
    expect(out).toContain('TOUCHSTONE_BASE_URL: set it to the address of the server')
  })
})
