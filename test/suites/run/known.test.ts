import { describe, expect, test } from 'vitest'
import type { KnownFailure } from '../../../schemas/target.ts'
import { accepted, unheld } from '../../../suites/run/known.ts'
import { outcomeOf } from '../../judged.ts'
import { result } from '../../reports/samples.ts'

const id = 'user.all auth/no-header'
const entry: KnownFailure = { id, why: 'ticket 7', until: '2026-05-10' }
const judged = (verdict: 'pass' | 'fail' | 'warn' | 'note' | 'inconclusive', day: string, known = [entry]) => {
  const reached = accepted(result('user.all', verdict), known, day)
  return { reached, lines: unheld(known, [reached], new Set([id]), [id], day) }
}

test('a failure is known until its last day, and keeps what failed', () => {
  const { reached, lines } = judged('fail', '2026-05-10')
  expect(reached).toMatchObject({ verdict: 'known', message: 'it is so (known, until 2026-05-10: ticket 7)' })
  expect(lines).toEqual([])
  expect(judged('warn', '2026-05-10').reached.verdict).toBe('known')
})

test('an entry without a day does not expire', () => {
  const { reached, lines } = judged('fail', '2999-01-01', [{ id, why: 'for good' }])
  expect([reached.verdict, lines]).toEqual(['known', []])
})

test('an expired entry accepts nothing, and is told', () => {
  const { reached, lines } = judged('fail', '2026-05-11')
  expect(reached.verdict).toBe('fail')
  expect(lines).toEqual([expect.stringMatching(/'user\.all auth\/no-header': it has expired \(until 2026-05-10\)/)])
})

test('one whose result passes is told; one that can not be judged is left as it is', () => {
  expect(judged('pass', '2026-05-01').lines).toEqual([expect.stringContaining('no longer fails (pass)')])
  expect(judged('inconclusive', '2026-05-01')).toMatchObject({ reached: { verdict: 'inconclusive' }, lines: [] })
})

test('one of no result is told with the nearest; one that is not selected is not judged', () => {
  const known = [{ ...entry, id: 'user.al auth/no-header' }]
  expect(unheld(known, [], new Set(), [id], '2026-05-01')).toEqual([expect.stringContaining(`the nearest is '${id}'`)])
  expect(unheld([entry], [], new Set(), [id], '2027-01-01')).toEqual([])
})

describe('in a run', () => {
  const only = ['settings.getIp', 'settings.isCloud', 'settings.health']
  const missing = 'settings.getIp exists/operation'
  test('what is known does not fail it, nor stop it with --bail', async () => {
    const known = [{ id: missing, why: 'not built yet' }]
    const outcome = await outcomeOf({ faults: ['exists/no-settings.getIp'] }, { only, known, bail: true })
    expect(outcome.results.find(({ id: one }) => one === missing)?.verdict).toBe('known')
    expect(outcome.unheld).toEqual([])
    expect(outcome.executed).toBe(outcome.planned)
  })
  test('what passes by now is told', async () => {
    const outcome = await outcomeOf({}, { only, known: [{ id: missing, why: 'not built yet' }] })
    expect(outcome.unheld).toEqual([expect.stringContaining(missing)])
  })
})

describe('a pattern', () => {
  const pattern: KnownFailure = { id: 'user.* auth/no-header', why: 'ticket 8', until: '2026-05-10' }
  const ids = ['user.all auth/no-header', 'user.byUserId auth/no-header', 'port.one auth/no-header']
  const lines = (...verdicts: ('pass' | 'fail' | 'note' | 'inconclusive')[]) => {
    const results = verdicts.map((verdict, at) => result(ids[at]?.split(' ')[0] ?? '', verdict))
    return unheld([pattern], results, new Set(ids), ids, '2026-05-01')
  }

  test('accepts every failure that it means, and no other', () => {
    const verdicts = ['user.all', 'user.byUserId', 'port.one'].map(
      (operation) => accepted(result(operation, 'fail'), [pattern], '2026-05-10').verdict,
    )
    expect(verdicts).toEqual(['known', 'known', 'fail'])
    expect(accepted(result('user.all', 'fail'), [pattern], '2026-05-11').verdict).toBe('fail')
  })

  test('holds while one that it means fails or is undecided, and is told once all of them pass', () => {
    expect(lines('fail', 'pass')).toEqual([])
    expect(lines('inconclusive', 'pass')).toEqual([])
    expect(lines('note', 'pass', 'fail')).toEqual([expect.stringContaining('no longer fails (note, pass)')])
  })

  test('that means no result is told', () => {
    expect(unheld([{ ...pattern, id: 'nobody.* auth/*' }], [], new Set(ids), ids, '2026-05-01')).toEqual([
      expect.stringContaining('there is no such result'),
    ])
  })
})
