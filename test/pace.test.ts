import { expect, test, vi } from 'vitest'
import { PaceReporter } from './pace.ts'

function reporter() {
  const printed: string[] = []
  return { pace: new PaceReporter((text) => printed.push(text)), printed }
}
const file = (relativeModuleId: string, ms: number, ok = true) => ({
  relativeModuleId,
  ok: () => ok,
  diagnostic: () => ({ duration: ms }) as never,
})

test('a line of progress says what is done, what failed and what is running', () => {
  const { pace, printed } = reporter()
  pace.onTestRunStart([{ moduleId: 'a' }, { moduleId: 'b' }, { moduleId: 'c' }])
  pace.onTestModuleStart(file('a.test.ts', 0))
  pace.onTestModuleStart(file('b.test.ts', 0))
  pace.onTestModuleEnd(file('a.test.ts', 0, false))
  pace.tell()
  pace.onTestRunEnd([])
  expect(printed).toEqual([expect.stringMatching(/: 1 of 3 files, 1 failed; running: b\.test\.ts for [\d.]+ s\n$/)])
})

test('progress is told by itself while tests run, and no more afterwards', () => {
  vi.useFakeTimers()
  try {
    const { pace, printed } = reporter()
    pace.onTestRunStart([{ moduleId: 'a' }])
    vi.advanceTimersByTime(45_000)
    expect(printed).toHaveLength(2)
    pace.onTestRunEnd([])
    vi.advanceTimersByTime(45_000)
    expect(printed).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('the ten slowest files are named in the end, the slowest first, and none that is fast', () => {
  const { pace, printed } = reporter()
  pace.onTestRunEnd([
    file('fast.test.ts', 10),
    ...Array.from({ length: 12 }, (_, at) => file(`${at}.test.ts`, 1000 * at)),
  ])
  const lines = printed.join('').trim().split('\n')
  expect(lines[0]).toBe('The 10 slowest files:')
  expect(lines.slice(1).map((line) => line.trim())).toEqual(
    Array.from({ length: 10 }, (_, at) => `${11 - at}.0 s  ${11 - at}.test.ts`),
  )
})
