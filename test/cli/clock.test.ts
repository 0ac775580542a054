/** The time left that a run tells on the way, on a target that answers 15 requests a second: tests beside it hardly slow that. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { emptyFolder } from '../folder.ts'
import { standing } from '../suites/standing.ts'
import { touchstone } from './touchstone.ts'

const PER_SECOND = 15

/** Lets so many through in a second, one after another. */
function turnstile() {
  let next = performance.now()
  return async () => {
    next = Math.max(next + 1000 / PER_SECOND, performance.now())
    await pause(Math.max(0, next - performance.now()))
  }
}

interface Reported {
  readonly atMs: number
  readonly done: number
  readonly leftMs: number
}

test('is right within a factor of two from a fifth on', { timeout: 300_000 }, async () => {
  const turn = turnstile()
  let requests = 0
  const { options } = await standing({
    faults: ['auth/open-settings.getIp'],
    between: async (request, next) => {
      requests++
      await turn()
      return next(request)
    },
  })
  const folder = emptyFolder()
  const { baseUrl, token, identifiers, lookup } = options.target
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ baseUrl, token, identifiers, lookup }))
  const reported: Reported[] = []
  const only = ['registry', 'settings.get*', 'sqla.one', 'sqla.create']
  const args = ['run', '--target', join(folder, 'target.json'), '--seed', '1', '--fuzz', '1', '--only', ...only]
  let lines = ''
  const ended = await touchstone([...args, '--out', join(folder, 'out')], {
    started(child) {
      child.stdout?.on('data', (piece: Buffer) => {
        lines += piece.toString()
        const left = /about (\d+) s left[^\n]*\n$/.exec(piece.toString())?.[1]
        if (left !== undefined) reported.push({ atMs: performance.now(), done: requests, leftMs: Number(left) * 1000 })
      })
    },
  })
  const end = performance.now()
  expect(ended.code, ended.out + ended.err).toBe(1)
  expect(lines).toMatch(/judging: \d+ of \d+ results, [1-9]\d* failed, \d+ requests, about \d+ s left/)
  const late = reported.filter(({ done, atMs }) => done >= requests / 5 && end - atMs > 6000)
  expect(late.length).toBeGreaterThanOrEqual(4)
  for (const { atMs, done, leftMs } of late) {
    const reported = `at ${done} of ${requests} requests ${leftMs / 1000} s were told, and it took ${(end - atMs) / 1000}`
    expect(leftMs / (end - atMs), reported).toBeGreaterThan(0.5)
    expect(leftMs / (end - atMs), reported).toBeLessThan(2)
  }
})
