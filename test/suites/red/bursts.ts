/** Many records made at once, as a server keeps them all, and as one does that mixes them up. */
import { responseOf, error, exchangeOf } from '../exchanges.ts'
import { burst, made, success, type Pair } from './pair.ts'

/** A record of a burst whose create gave an e-mail address with a plus sign. */
function ofBurst(name: string, databaseUser: string) {
  return made(name, {
    created: success({}, { asked: { body: { name, databaseUser: 'a+b@example.com' } } }),
    reads: [success({ sqlaId: `id-${name}`, name, databaseUser })],
  })
}

export const burstPairs: Readonly<Record<string, Pair>> = {
  'burst/distinct': {
    operation: 'sqla.create',
    good: burst([made('ts-a'), made('ts-b')]),
    bad: burst([made('ts-a', { id: 'one' }), made('ts-b', { id: 'one' })]),
  },
  'burst/kept': {
    operation: 'sqla.create',
    good: burst([made('ts-a'), made('ts-b')]),
    bad: burst([made('ts-a'), made('ts-b', { reads: [exchangeOf(error(404, 'NOT_FOUND', 'There is none'))] })]),
  },
  'burst/values': {
    operation: 'sqla.create',
    good: burst([ofBurst('ts-a', 'a+b@example.com'), made('ts-b')]),
    bad: burst([ofBurst('ts-a', 'a b@example.com'), made('ts-b')]),
  },
  'burst/own-answer': {
    operation: 'sqla.create',
    good: burst([made('ts-a'), made('ts-b')]),
    bad: burst([made('ts-a'), made('ts-b', { reads: [success({ name: 'ts-a' })] })]),
  },
  'burst/answered': {
    operation: 'sqla.create',
    good: { control: success(), ...burst([made('ts-a'), made('ts-b')], { creates: [success(), success()] }) },
    bad: { control: success(), ...burst([made('ts-a')], { creates: [success(), exchangeOf(error(500))] }) },
  },
  'burst/refused': {
    operation: 'sqla.create',
    good: burst([made('ts-a')], { refusals: [exchangeOf(error(401, 'UNAUTHORIZED'))] }),
    bad: burst([made('ts-a')], { refusals: [exchangeOf(responseOf({ body: { sqlaId: 'id-1', name: 'ts-run-1' } }))] }),
  },
  'burst/gone': {
    operation: 'sqla.create',
    good: burst([made('ts-a'), made('ts-b')]),
    bad: burst([
      made('ts-a'),
      made('ts-b', { deleted: { exchange: success(true), after: success({ sqlaId: 'id-ts-b' }) } }),
    ]),
  },
}
