/** A report with something in each part of the page. */
import { operations } from '../../../schemas/registry.ts'
import type { Report, Result, Verdict } from '../../../schemas/report.ts'
import { evidence } from '../hostile.ts'
import { report, result } from '../samples.ts'

const failing = ['sqla.create', 'sqla.one', 'port.one']

const fails: readonly Result[] = failing.map((operation, index) =>
  result(operation, 'fail', {
    message: 'it was served without the header',
    expected: 'the refusal of this target, 401',
    got: '200, application/json',
    evidence: [{ ...evidence('shown'), curl: `curl -i 'http://a.b/${operation}?n=${index}'` }],
  }),
)

const others: readonly Result[] = [
  result('sqla.update', 'warn', { check: 'values/shown', clause: 'OP-sqla.update', message: 'the name is cut short' }),
  result('user.all', 'inconclusive', {
    check: 'exists/operation',
    reason: 'it never succeeded',
    supply: 'expendable.userId',
  }),
  result('admin.one', 'blocked', {
    check: 'values/shown',
    reason: 'no record was made',
    blockedBy: 'sqla.create auth/no-header',
  }),
  result('settings.cleanAll', 'skipped', { check: 'exists/operation', reason: 'it needs --allow destructive' }),
  result('settings.health', 'note', { check: 'errors/issues', message: 'no issues were drawn' }),
]

const passes: readonly Result[] = operations.map(({ id }) =>
  result(id, 'pass', { check: 'media/json', clause: 'MEDIA-1' }),
)

export const full: Report = report([...fails, ...others, ...passes], {
  exitCode: 1,
  coverage: {
    operations: {
      total: operations.length,
      exercised: operations.length - 1,
      succeeded: 170,
      names: { exercised: ['port.one', 'user.all'], succeeded: ['port.one'] },
    },
    clauses: [
      { id: 'AUTH-1', verdict: 'fail', checks: ['auth/no-header'] },
      { id: 'MEDIA-1', verdict: 'pass', checks: ['media/json'] },
      { id: 'PATH-1', verdict: 'not judged', checks: [], why: 'holds of every request that is sent' },
    ],
  },
  observed: {
    refusals: [{ status: 401, code: 'UNAUTHORIZED', message: 'a token is asked for' }],
    ways: { 'nothing is sent for a listed field': { refused: 70, taken: 5, outliers: ['sqla.update name'] } },
    further: { seen: true },
  },
  timings: Object.fromEntries(
    operations.map(({ id }, index) => [id, { answers: 40, p50: 1 + index / 10, p95: 5 + index, max: 9 + index * 2 }]),
  ),
  leftovers: [{ kind: 'sqla', name: 'touchstone-x', id: null, why: 'its create got no response' }],
  unheld: ['user.all exists/operation is known to fail, and did not'],
  entries: { identifiers: { projectId: '…' } },
})

/** So many results, a third of them failures that show an exchange. */
export function large(count: number): Report {
  const verdictOf = (index: number): Verdict => (index % 3 === 0 ? 'fail' : index % 7 === 0 ? 'inconclusive' : 'pass')
  return report(
    Array.from({ length: count }, (_, index) => {
      const operation = operations[index % operations.length]?.id ?? 'sqla.one'
      const check = `auth/c${Math.floor(index / operations.length)}`
      const verdict = verdictOf(index)
      return result(operation, verdict, {
        check,
        id: `${operation} ${check}`,
        message: `number ${index} of many`,
        got: `answer ${index}`,
        evidence: verdict === 'fail' ? [evidence(`n${index}`)] : [],
      })
    }),
    { exitCode: 1 },
  )
}
