import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { progressLine, startProgress, type State } from '../../../reports/screen/progress.ts'

const state: State = { planned: 2000, done: 500, failures: 3, requests: 1234, phase: 'judging' }

test('says what is done, planned, failed and sent, and how long it will take', () => {
  expect(progressLine(state, 10_000)).toBe('judging: 500 of 2,000 results, 3 failed, 1,234 requests, about 30 s left')
})

test('guesses no time before a twentieth is done, nor at the end', () => {
  expect(progressLine({ ...state, done: 50 }, 1000)).not.toContain('left')
  expect(progressLine({ ...state, done: 2000 }, 1000)).not.toContain('left')
})

test('where the requests to come are known, the time is what these take', () => {
  const line = progressLine({ ...state, done: 0, requests: 250, plannedRequests: 1000 }, 10_000)
  expect(line).toContain('about 30 s left')
})

test('what was sent before the phase began does not make it look fast', () => {
  const begun = { ...state, done: 0, requests: 100, plannedRequests: 1000 }
  expect(progressLine({ ...begun, requests: 250 }, 10_000, 120, begun)).toContain('about 50 s left')
})

function screen(isTTY: boolean) {
  let written = ''
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString()
      done()
    },
  })
  return { stream: Object.assign(stream, { isTTY, columns: 30 }), written: () => written }
}

test('elsewhere than on a terminal: a plain line a phase, and one every few seconds', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { stream, written } = screen(false)
  const progress = startProgress(stream)
  for (let at = 0; at < 100; at++) {
    progress.show(state)
    vi.advanceTimersByTime(100)
  }
  progress.clear()
  vi.useRealTimers()
  expect(written().split('\n').filter(Boolean)).toHaveLength(4)
  expect(written()).not.toContain('\u001b')
})

test('on a terminal: one line that is written over, never wraps, and is taken away', () => {
  const { stream, written } = screen(true)
  const progress = startProgress(stream)
  progress.show({ ...state, failures: 3000 })
  progress.clear()
  expect(written()).not.toContain('\n')
  expect(written()).toContain('judging: 500/2,000, 3,000 fai\u001b')
  expect(written().endsWith('\u001b[1G')).toBe(true)
})

test('on a narrow screen the time left stays, and what is counted is told in short', () => {
  expect(progressLine(state, 30_000, 60)).toBe('judging: 500/2,000, 3 failed, about 90 s left')
  expect(progressLine(state, 30_000, 120)).toContain('1,234 requests, about 90 s left')
})
