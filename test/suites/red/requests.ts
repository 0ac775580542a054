/** Parameters and bodies: what is read of them, what may be left out, and what is refused elsewhere. */
import { WITH_CHARSET } from '../../../suites/evidence/requests/stimuli.ts'
import { TIME_OVER, type Exchange } from '../../../fixtures/http/exchange.ts'
import { responseOf, error, exchangeOf } from '../exchanges.ts'
import { control, drift, failure, success, tried, type Pair } from './pair.ts'
import type { UnknownWord } from '../../../suites/evidence/unknown-word.ts'
import type { Family } from '../../../suites/evidence/variations/variation.ts'
import { record } from './records.ts'

/** Consistency checks: what most operations refuse is refused here too, or taken. */
const consistencyCheck = (operation: Pair['operation'], family: Family): Pair => ({
  operation,
  good: { control, tried: [tried(family)] },
  bad: { control, tried: [tried(family, { taken: true, exchange: success(), again: success() })] },
})

/** What only a variation brings: the valid request has to succeed by itself. */
const alone = (operation: Pair['operation'], family: Family): Pair => ({
  operation,
  good: { control },
  bad: {
    control: failure(400),
    tried: [tried(family, { taken: true, exchange: success(), again: exchangeOf(error(400)) })],
  },
})

/** A made-up word that was taken twice, and what is shown of it. */
function takenAs(shown: unknown): UnknownWord {
  const [first, last] = [success(), success()]
  const times = [first, last].map((exchange) => ({ exchange, after: success(), shown }))
  return { field: 'buildType', word: 'touchstone', times, sent: last }
}

/** A request whose body names its charset. */
const labelled = (exchange: Exchange): Exchange => ({ ...exchange, headers: { 'content-type': WITH_CHARSET } })

const one = (id: string) => exchangeOf(responseOf({ body: { sqlaId: 'a b' } }), { path: `/sqla.one?sqlaId=${id}` })
const encoded = (exchange: ReturnType<typeof one>): Pair['good'] => ({
  control: one('a+b'),
  tried: [tried('encoding', { taken: true, exchange }, 'percent')],
})

/** One of several changes at one time. */
const racedValue = {
  field: 'name',
  whose: record,
  written: 'new',
  before: ['old'],
  others: 'other',
  exchanges: [control],
}

/** A request that got no response in time. */
const hung = exchangeOf(null, { failure: `${TIME_OVER} 1 ms` })

/** A port that was sent as 8e3, and what a read shows of it. */
const spelled = (shown: number): Pair['good'] => ({
  spelledNumbers: {
    exchange: control,
    after: control,
    values: [{ field: 'externalPort', written: 8000, text: '8e3', shown }],
  },
})

export const requestPairs: Readonly<Record<string, Pair>> = {
  'values/unknown-word': {
    operation: 'application.saveBuildType',
    good: { control: success(), unknownWord: takenAs('touchstone') },
    bad: { control: success(), unknownWord: takenAs(null) },
  },
  'burst/updates': {
    operation: 'sqla.update',
    good: { raced: { values: [{ ...racedValue, shown: 'new' }], answers: [control, success()] } },
    bad: { raced: { values: [{ ...racedValue, shown: 'old' }], answers: [control, success()] } },
  },
  'values/spelled-number': {
    operation: 'sqla.saveExternalPort',
    good: spelled(8000),
    bad: spelled(8),
  },
  'answers/goes-on': {
    operation: 'sqla.one',
    good: { unanswered: null },
    bad: { unanswered: { parameter: null, ever: true, asked: [hung, hung, hung], between: [control] } },
  },
  'answers/invalid': {
    operation: 'sqla.one',
    good: { unansweredVariation: null },
    bad: { unansweredVariation: { asked: [hung, hung], what: 'without sqlaId', between: [control] } },
  },
  'params/missing-required': {
    operation: 'sqla.one',
    good: { control, tried: [tried('missing-required')] },
    bad: { control, tried: [tried('missing-required', { taken: true, exchange: success({ name: 'first' }) })] },
  },
  'params/wrong-type': consistencyCheck('registry.create', 'wrong-type'),
  'params/not-an-object': consistencyCheck('registry.create', 'not-an-object'),
  'params/malformed-json': consistencyCheck('registry.create', 'malformed-json'),
  'params/empty-body': consistencyCheck('registry.create', 'empty-body'),
  'params/charset': {
    operation: 'registry.create',
    good: { control, unusual: [labelled(success())] },
    bad: { control, unusual: [labelled(failure(415)), labelled(failure(415)), success(), control] },
  },
  'params/white-space': {
    operation: 'registry.create',
    good: { control, unusual: [labelled(failure(413)), labelled(success()), success(), control] },
    bad: { control, unusual: [labelled(failure(400)), labelled(success()), failure(400), control] },
  },
  'params/optional-query': alone('settings.readProxyEnv', 'optional-query'),
  'params/no-body': alone('settings.cleanMonitoring', 'no-body'),
  'params/empty-object': alone('settings.cleanAll', 'empty-object'),
  'params/listed-suffice': alone('application.saveGammaProvider', 'listed-suffice'),
  'params/unknown-id': {
    operation: 'sqla.one',
    good: { control, tried: [tried('unknown-id')] },
    bad: {
      control,
      tried: [
        tried('unknown-id', {
          taken: true,
          exchange: success({ sqlaId: 'id-2' }, { path: '/sqla.one?sqlaId=nobody' }),
        }),
      ],
    },
  },
  'params/encoding': {
    operation: 'sqla.one',
    good: encoded(one('%61%20%62')),
    bad: encoded(exchangeOf(error(404), { path: '/sqla.one?sqlaId=%61%20%62' })),
  },
  'census/read-twice': {
    operation: 'sqla.one',
    good: { readTwice: { drifts: [], compared: 3, exchanges: [control] } },
    bad: { readTwice: { drifts: [drift], compared: 3, exchanges: [control] } },
  },
  'exists/other-method': {
    operation: 'mounts.update',
    good: { askedByGet: { exchange: failure(), paths: [], exchanges: [control] } },
    bad: { askedByGet: { exchange: control, paths: ['.env'], exchanges: [control] } },
  },
}
