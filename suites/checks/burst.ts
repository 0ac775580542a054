/** What only numbers show: many records made at once, alive together, read and refused among each other. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isCreate } from '../../schemas/registry.ts'
import { BURST, burst, namesShown, type Burst, type BurstMade } from '../evidence/burst.ts'
import { derived, type Need } from '../evidence/frame/evidence.ts'
import { check, type Check } from './check.ts'
import { Breach, inWords, Skipped, Inconclusive } from '../claim/finding.ts'
import { overlap } from '../values/overlap.ts'
import { fingerprint, sameFingerprint, sameSort, shows, type Profile } from '../target/profile.ts'

/** A burst of which enough succeeded to tell anything. */
export const several: Need<Burst> = derived(burst, (found) => {
  if (found.made.length >= 2) return found
  throw new Inconclusive(
    {
      text: `of ${found.creates.length} creates at once ${found.made.length} succeeded`,
      cause: 'too few creates at once succeeded',
    },
    'a target that takes more records, or more requests, at a time',
    found.creates.slice(0, 3),
  )
})

/** Throws where nothing was under way with anything else: then nothing shows what many at one time come to. */
export function demandOverlap(sent: readonly Exchange[]): void {
  if (overlap(sent)) return
  throw new Inconclusive(
    'no two of the requests were under way at one time, so nothing shows what many at once come to',
    'a run without --rate, and a limits.concurrency of at least 2 in the target file',
    sent.slice(0, 2),
  )
}

const inNumbers = ({ made }: Burst) => `of ${made.length} records made at once`

const distinct = check({
  id: 'burst/distinct',
  clause: 'RES-1',
  claim: 'MUST give each of many simultaneous creates a distinct identifier',
  sends: `${BURST} valid creates at once, each with a unique name; if identifiers are counted, one more after the oldest was deleted`,
  expects: 'no identifier twice among records that exist together',
  kills: ['burst/one-id', 'burst/given-twice', 'burst/counted-id'],
  on: isCreate,
  needs: { several },
  prove({ several: all }) {
    const known = all.made.filter(({ id }) => id !== null)
    const sharing = known.filter(({ id }, at) => known.some((other, place) => place !== at && other.id === id))
    const [first] = sharing
    if (first) {
      const alike = sharing.filter(({ id }) => id === first.id)
      throw new Breach({
        expected: 'identifiers that differ',
        got: `the identifier ${first.id} ${alike.length} times ${inNumbers(all)}`,
        exchanges: alike.map(({ created }) => created),
      })
    }
    const taken = all.anew?.others.find(({ id }) => id === all.anew?.id)
    if (all.anew && taken)
      throw new Breach({
        expected: 'another identifier than those of records that exist',
        got: `the identifier ${all.anew.id} of one that exists, after another was deleted`,
        cause: 'an identifier that another has',
        exchanges: [taken.created, all.anew.created],
      })
    if (known.length < 2) throw new Inconclusive('their identifiers are not shown')
    demandOverlap(all.creates)
  },
})

/** Whether a response is how this target speaks of what is not there. */
function isUnknown(exchange: Exchange, { unknownIds }: Profile): boolean {
  const own = fingerprint(exchange)
  // A server under load may answer with an error of the same status: then the message has to be the same too.
  const alike = own.status === 429 || own.status >= 500 ? sameFingerprint : sameSort
  return exchange.response !== null && unknownIds.some((one) => alike(one, own))
}

/** What the last read of a record says of it. */
function stateOf({ name, id, reads }: BurstMade, names: readonly string[], profile: Profile) {
  const last = reads.at(-1)
  if (!last?.response) return 'unclear'
  if (!profile.isSuccess(last.response)) return isUnknown(last, profile) ? 'lost' : 'unclear'
  const shown = namesShown(last, names)
  if (shown.includes(name) || shows(last, name)) return 'kept'
  if (shown.length > 0) return 'another'
  return id !== null && shows(last, id) ? 'nameless' : 'empty'
}

const kept = check({
  id: 'burst/kept',
  clause: 'NAME-1',
  claim: 'SHOULD keep each of many simultaneously created records, under its own name',
  sends: `${BURST} valid creates at once, and a read of each by its identifier while all exist`,
  expects: 'each read to show the name of its own record',
  kills: ['burst/overwritten', 'burst/lost', 'burst/swapped-names', 'burst/forgets'],
  on: isCreate,
  needs: { several },
  prove({ several: all, profile }) {
    const { names, own } = all
    const before = own
      ? [{ name: own.name, id: null, created: own.exchange, reads: [own.exchange], deleted: null }]
      : []
    const states = [...all.made, ...before].map((made) => ({ made, state: stateOf(made, names, profile) }))
    const kept = states.filter(({ state }) => state === 'kept')
    const bad = states.filter(
      ({ state }) => state === 'lost' || state === 'another' || (state === 'empty' && kept.length > 0),
    )
    const [first] = bad
    const last = first?.made.reads.at(-1)
    if (first && last)
      throw new Breach({
        expected: `a record that shows '${first.made.name}'`,
        got: `${first.state === 'another' ? "another's record" : 'no such record'}, on ${bad.length} of ${states.length} records that were there at once: ${inWords(last)}`,
        cause: first.state,
        exchanges: [first.made.created, last],
        change: true,
      })
    const silent = states.filter(({ state }) => state !== 'kept')
    if (silent.length > 0)
      throw new Inconclusive(
        {
          text: `${silent.length} reads of ${states.length} records do not show the name of the record`,
          cause: 'reads do not show the name of the record',
        },
        undefined,
        silent.slice(0, 3).flatMap(({ made }) => made.reads.slice(-1)),
      )
    demandOverlap(all.creates)
  },
})

const ownResponse = check({
  id: 'burst/own-answer',
  clause: 'NAME-5',
  claim: 'SHOULD answer each of many simultaneous requests with its own response',
  sends: `${BURST} valid creates at once with reads of other records among them, then a read of each at once`,
  expects: 'no response that shows another record’s name instead of its own',
  kills: ['burst/swapped-reads', 'burst/swapped-names', 'burst/anothers-answer'],
  on: isCreate,
  needs: { several },
  prove({ several: all, profile }) {
    const asked = [
      ...all.made.flatMap(({ name, created, reads }) => [created, ...reads].map((exchange) => ({ name, exchange }))),
      ...all.reads,
    ].filter(({ exchange }) => exchange.response !== null && profile.isSuccess(exchange.response))
    const judged = asked.map(({ name, exchange }) => ({ name, exchange, shown: namesShown(exchange, all.names) }))
    // A list of all that is there shows the others' names too, beside its own.
    const wrong = judged.filter(({ name, shown }) => shown.length > 0 && !shown.includes(name))
    const [first] = wrong
    if (first)
      throw new Breach({
        expected: `a response about '${first.name}'`,
        got: `one about '${first.shown[0]}', in ${wrong.length} of ${judged.length} responses: ${inWords(first.exchange)}`,
        exchanges: [first.exchange],
      })
    if (!judged.some(({ shown }) => shown.length > 0))
      throw new Inconclusive(
        'no response shows the name of a record',
        undefined,
        asked.slice(0, 3).map(({ exchange }) => exchange),
      )
    demandOverlap(asked.map(({ exchange }) => exchange))
  },
})

const refused = check({
  id: 'burst/refused',
  clause: 'AUTH-1',
  claim: 'MUST reject a request without the Authorization header while many others are under way',
  sends: `reads without the Authorization header among ${BURST} simultaneous valid creates`,
  expects: 'each to be rejected, and to show nothing of the record',
  kills: ['burst/open-under-load', 'burst/open-in-crowd'],
  on: isCreate,
  needs: { burst },
  prove({ burst: { refusals, names, creates }, profile }) {
    if (refusals.length === 0) throw new Skipped('its records may not be read')
    const served = refusals.filter(
      (one) => one.response && (profile.isSuccess(one.response) || namesShown(one, names).length > 0),
    )
    const [first] = served
    if (first)
      throw new Breach({
        expected: 'a refusal of a read without the header',
        got: `${served.length} of ${refusals.length} served: ${inWords(first)}`,
        exchanges: [first],
      })
    if (!refusals.some((one) => profile.isRefusal(one)))
      throw new Inconclusive('no response looks like this target’s refusal of bad credentials', undefined, refusals)
    demandOverlap([...creates, ...refusals])
  },
})

export const burstChecks: readonly Check[] = [distinct, kept, ownResponse, refused]
