/** Each check and each monitor takes the smallest good answer and refuses the smallest bad one, at its level. */
import { expect, test } from 'vitest'
import { operation, operations, type OperationId } from '../../../schemas/registry.ts'
import { badCredentialNames, type BadCredential } from '../../../fixtures/http/credentials.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { isMonitor, isConsistencyCheck, livesOn, type TestCase } from '../../../suites/checks/check.ts'
import { checks } from '../../../suites/run/checks.ts'
import { Breach, verdictOf } from '../../../suites/claim/finding.ts'
import { RefusedTexts } from '../../../suites/evidence/frame/refused-texts.ts'
import { gatheredOf, type Given } from '../given.ts'
import { responseOf, error, exchangeOf, profileWith } from '../exchanges.ts'
import { REFUSED, SECRET, responsePairs } from './responses.ts'
import { burstPairs } from './bursts.ts'
import { hostPairs } from './host.ts'
import { jobPairs } from './jobs.ts'
import { recordPairs } from './records.ts'
import { requestPairs } from './requests.ts'
import { secretPairs } from './secrets.ts'
import { statusPairs } from './status.ts'
import { success, type Pair } from './pair.ts'

/** Bad credentials that only reads are asked with, by such a read. */
const onReads: Readonly<Record<string, OperationId>> = {
  'other-address': 'settings.health',
  'disguised-token': 'settings.health',
  'placeholder-token': 'registry.all',
}
const refusedPlainly: readonly [BadCredential, Exchange] = ['no-header', exchangeOf(error(401, 'UNAUTHORIZED'))]

/** Every bad credential: refused, or served as the authorised request is. */
const rungPairs: Readonly<Record<string, Pair>> = Object.fromEntries(
  [...badCredentialNames, 'lower-case' as const].map((credential) => {
    const on = (exchange: ReturnType<typeof success>): Given =>
      credential === 'lower-case'
        ? { control: success(), lowerCase: exchange }
        : { control: success(), attempts: [refusedPlainly, [credential, exchange]] }
    const [served, refused] = [on(success()), on(exchangeOf(error(401, 'UNAUTHORIZED'), { credential }))]
    const id = credential === 'lower-case' ? 'auth/lower-case-scheme' : `auth/${credential}`
    return [
      id,
      credential === 'lower-case'
        ? { operation: 'settings.health', good: served, bad: refused }
        : { operation: onReads[credential] ?? 'application.update', good: refused, bad: served },
    ]
  }),
)

const refusedAfter = exchangeOf(error(401, 'UNAUTHORIZED'), { credential: 'no-header' })
const servedPairs: Readonly<Record<string, Pair>> = {
  'auth/after-served': {
    operation: 'user.all',
    good: { control: success(), afterServed: refusedAfter },
    bad: { control: success(), afterServed: success() },
  },
  'auth/shown-token': {
    operation: 'sqla.one',
    good: { control: success(), shownToken: { field: 'sqlaId', exchange: refusedAfter } },
    bad: { control: success(), shownToken: { field: 'sqlaId', exchange: success() } },
  },
}

const pairs: Readonly<Record<string, Pair>> = {
  ...servedPairs,
  ...burstPairs,
  ...recordPairs,
  ...requestPairs,
  ...secretPairs,
  ...statusPairs,
  ...hostPairs,
  ...jobPairs,
  ...rungPairs,
}

const caseOf = ({ operation: id }: Pair, given: Given): TestCase => ({
  operation: operation(id),
  gathered: gatheredOf(given),
  placeholders: [],
  profile: profileWith({
    unknownIds: [exchangeOf(error(404, 'NOT_FOUND', 'There is none'))],
  }),
  run: 'run',
  moving: new Set(),
})

/** What fuzzing finds is judged while it searches: its own tests show it. */
const judged = checks.filter((check) => !livesOn(check, 'fuzz'))

test('every check has a pair, and every pair a check', () => {
  const known = [...Object.keys(pairs), ...Object.keys(responsePairs)]
  expect(known.toSorted()).toEqual(judged.map(({ id }) => id).toSorted())
})

test.each(judged.filter(isMonitor))(
  '$id takes the smallest good answer and refuses the smallest bad one',
  (monitor) => {
    const pair = responsePairs[monitor.id] ?? { good: responseOf({}), bad: responseOf({}) }
    const refused = new RefusedTexts('run')
    const asked = { query: {}, body: { name: REFUSED } }
    refused.learn(exchangeOf(error(401, 'UNAUTHORIZED'), { credential: 'no-header', asked }), profileWith())
    const known = { profile: profileWith(), secret: SECRET, refused }
    const asking = { operation: operations.find(monitor.on)?.id ?? 'settings.health' }
    const watch = (response: typeof pair.good) =>
      monitor.watch(response, { ...known, exchange: exchangeOf(response, asking) })
    expect(watch(pair.good)).toBe('held')
    expect(watch(pair.bad)).toMatchObject({
      expected: expect.any(String) as unknown,
      got: expect.any(String) as unknown,
    })
  },
)

const proving = judged.filter((check) => !isMonitor(check))

test.each(proving)('$id takes the smallest good exchanges and refuses the smallest bad ones', (check) => {
  const pair = pairs[check.id]
  if (!pair || isMonitor(check)) throw new Error(`no pair for ${check.id}`)
  expect(check.on(operation(pair.operation)), pair.operation).toBe(true)
  const ways = (given: Given) => {
    const testCase = caseOf(pair, given)
    try {
      if (!isConsistencyCheck(check)) return (check.prove(testCase), 'held')
      return check.ask(testCase).some(({ way }) => way === 'taken') ? verdictOf(check.claim) : 'held'
    } catch (thrown) {
      // Anything else is a defect: of the pair, or of the check.
      if (!(thrown instanceof Breach)) throw thrown
      // A cause that names the operation would tell every operation apart.
      expect(thrown.cause).not.toContain(pair.operation)
      return verdictOf(thrown.level ?? check.claim)
    }
  }
  expect(ways(pair.good)).toBe('held')
  // A consistency check may be harder than its claim where a response tells by itself.
  expect(ways(pair.bad)).toBe(check.id === 'params/missing-required' ? 'fail' : verdictOf(check.claim))
})
