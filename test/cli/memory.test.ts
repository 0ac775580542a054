/** What a hostile target answers does not fill the memory of the run that judges it. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { hostiles } from '../../fixtures/hostile/index.ts'
import { startHostile } from '../../fixtures/hostile/server.ts'
import { emptyFolder } from '../folder.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

/** The most that a run may ever hold, in kilobytes. */
const MOST = 400 * 1024

/** Those that send much, or what grows when it is read. */
const vast = hostiles.filter(({ id }) =>
  /^body\/(endless|gzip|deep|100|proto|controls)|^connection\/informational-flood/.test(id),
)

/** The largest resident set that a process has had so far, in kilobytes; 0 once it is gone. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

test('the targets that send without end or in heaps are among them', () =>
  expect(vast.length).toBeGreaterThanOrEqual(7))

test.skipIf(!existsSync('/proc/self/status')).each(vast.map((hostile) => [hostile.id, hostile] as const))(
  'a run against %s holds at most 400 MB',
  { timeout: 300_000 },
  async (_, hostile) => {
    const server = await startHostile(hostile)
    onTestFinished(() => server.close())
    const out = emptyFolder()
    let peak = 0
    const { timeoutMs = 3000 } = hostile
    const args = ['run', '--seed', '1', '--fuzz', '0', '--settle', '300', '--timeout', String(timeoutMs), '--out', out]
    const { code } = await touchstone([...args, '--reporter', 'all', '--only', ...hostile.only], {
      env: { TOUCHSTONE_BASE_URL: server.baseUrl, TOUCHSTONE_TOKEN: server.token },
      started(child) {
        const timer = setInterval(() => (peak = Math.max(peak, peakOf(child.pid ?? 0))), 20)
        child.once('close', () => clearInterval(timer))
      },
    })
    expect(code).not.toBe(null)
    expect(readReport(out).requests).toBeGreaterThan(0)
    expect(peak).toBeGreaterThan(50 * 1024)
    expect(peak).toBeLessThanOrEqual(MOST)
  },
)
