/** What an operation leaves alone: its subject's other values, and every other record (docs/judgement.md, rule 6). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isRecordKind, readsRecord } from '../../schemas/registry.ts'
import { census, writesRecord } from '../evidence/census.ts'
import type { Drift } from '../evidence/census/state-diff.ts'
import { control } from '../evidence/control.ts'
import { deployedGone } from '../evidence/deployed-gone.ts'
import { readTwice } from '../evidence/read-twice.ts'
import { check, consistencyCheck, type Check, type ConsistencyCheck } from './check.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { unansweredSupply } from '../claim/supply.ts'
import { strayBreach } from './echo.ts'
import { saysUnknown, type Profile } from '../target/profile.ts'
import { isSecret } from '../values/compare.ts'
import { besides, shownAs } from '../values/difference.ts'
import { saysGone } from '../values/says-gone.ts'
import { holdsOneSource } from '../values/sources.ts'

/** What was never answered, or with an error, may not have been carried out: it shows nothing of what it does. */
function demandSuccess(sent: Exchange, { isSuccess }: Profile): void {
  if (!sent.response) throw new Inconclusive('the valid request got no response', unansweredSupply(sent), [sent])
  if (!isSuccess(sent.response)) throw new Inconclusive('the valid request got an error', undefined, [sent])
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 80)

const isHidden = (field: string, value: unknown) => isSecret(field) && typeof value === 'string' && value !== ''

/** A change in a few words; of two secrets, of which a report shows neither, that they differ. */
export const inShort = ({ whose, field, before, ...drift }: Drift) =>
  isHidden(field, before) && isHidden(field, drift.after)
    ? `${field} of ${whose} is another secret than before`
    : `${field} of ${whose} was ${shown(before)} and is ${'after' in drift ? shown(drift.after) : 'gone'}`

const kept = check({
  id: 'census/kept',
  clause: 'NAME-4',
  claim: 'SHOULD keep every field that the request does not name',
  sends: 'a read of its record before, the request, and a read after',
  expects:
    'its names, its identifier and everything that other operations wrote, unchanged; in the response no other identifier, nor other texts. A source that empties all other sources is a note',
  kills: ['census/kept-*', 'census/answers-*'],
  on: (operation) => writesRecord(operation) && operation.act.verb === 'changes',
  needs: { control, census },
  prove({ control: sent, operation, profile, census: { kept: drifts, answered = [], compared, exchanges, last } }) {
    const stray = sent.response && profile.isSuccess(sent.response) ? strayBreach(operation, sent) : undefined
    if (stray) throw stray
    const [first] = drifts
    if (first && holdsOneSource(operation, drifts, last?.record))
      throw new Breach({
        level: 'MAY',
        expected: 'what was saved of the other sources to stay',
        got: `all of them emptied, as where a record has one source: ${inShort(first)}`,
        cause: 'one source at a time',
        exchanges,
      })
    if (first)
      throw new Breach({
        expected: 'nothing else of its record to change',
        got: inShort(first),
        exchanges,
        change: true,
      })
    const [other] = answered
    if (other)
      throw new Breach({
        expected: `${other.field} as every read shows it, ${besides(other.before, other.after)[0]}`,
        got: `its own response shows ${other.field} as ${shownAs(other.field, other.before, other.after)}`,
        cause: 'another value',
        exchanges,
      })
    demandSuccess(sent, profile)
    if (compared.kept === 0) throw new Inconclusive('no read shows the record’s earlier values', undefined, exchanges)
  },
})

const others = check({
  id: 'census/others',
  clause: 'NAME-4',
  claim: 'SHOULD leave every other record unchanged',
  sends:
    'a read of other records of the run before, the request, and a read after; around a write of a configuration, reads of the host’s; before a delete of an application or a stack, a neighbour gets a name that begins with the other’s; before a stop, a record starts whose appName begins so',
  expects:
    'what the run wrote on them, their names and their identifiers, unchanged; no configuration of the host replaced by the one that was written',
  kills: ['census/others-*'],
  on: writesRecord,
  needs: { control, census },
  prove({ control: sent, profile, census: { others: drifts, compared, exchanges } }) {
    const [first] = drifts
    if (first) throw new Breach({ expected: 'no other record to change', got: inShort(first), exchanges, change: true })
    demandSuccess(sent, profile)
    if (compared.others === 0) throw new Inconclusive('no read shows another record', undefined, exchanges)
  },
})

const reading = check({
  id: 'census/reading',
  clause: 'NAME-4',
  claim: 'SHOULD NOT change anything when it only reads',
  sends: 'a read of records of the run before, the request, and a read after',
  expects: 'what the run wrote on any record, their names and their identifiers, unchanged',
  kills: ['census/read-*'],
  on: (operation) => operation.method === 'GET' && isRecordKind(operation.act.kind) && !readsRecord(operation),
  needs: { control, census },
  prove({ control: sent, profile, census: { kept: mine, others: theirs, compared, exchanges } }) {
    const [first] = [...mine, ...theirs]
    if (first)
      throw new Breach({
        expected: 'nothing to change',
        got: inShort(first),
        exchanges: [sent, ...exchanges],
        change: true,
      })
    demandSuccess(sent, profile)
    if (compared.kept === 0) throw new Inconclusive('no read shows the record’s earlier values', undefined, exchanges)
  },
})

const twice = check({
  id: 'census/read-twice',
  clause: 'NAME-4',
  claim: 'SHOULD NOT change the record that it reads',
  sends: 'the read of a record several times, with nothing else sent about it in between',
  expects: 'what its create carried, its names and its identifier, as the first read showed them',
  kills: ['census/one-*'],
  on: readsRecord,
  needs: { readTwice },
  prove({ readTwice: { drifts, compared, exchanges } }) {
    const [first] = drifts
    if (first)
      throw new Breach({
        expected: 'the record as it was first read',
        got: `${inShort(first)}, though it was only read`,
        cause: 'another value',
        exchanges,
        change: true,
      })
    if (compared === 0) throw new Inconclusive('no read shows what its create carried', undefined, exchanges)
  },
})

const gone = check({
  id: 'records/gone',
  clause: 'NAME-3',
  claim: 'SHOULD delete a record whose delete it acknowledged',
  sends: 'the delete of a record that the run created, and a read of it',
  expects: 'a read that no longer shows it',
  kills: ['records/not-gone-*'],
  on: (operation) => operation.act.verb === 'deletes' && isRecordKind(operation.act.kind),
  needs: { control, census },
  prove({ control: sent, census: { last, exchanges }, profile }) {
    if (!sent.response || !profile.isSuccess(sent.response))
      throw new Inconclusive('the delete got an error', undefined, [sent])
    if (!last?.exchange.response) throw new Inconclusive('the read got no response', undefined, exchanges)
    if (last.record === undefined) {
      if (profile.isRefusal(last.exchange) && !saysUnknown(last.exchange, profile))
        throw new Inconclusive(
          { text: `the read is refused: ${inWords(last.exchange)}`, cause: 'the read is refused' },
          undefined,
          exchanges,
        )
      return
    }
    const soft = last.exchange.response.json.ok && saysGone(last.exchange.response.json.value)
    throw new Breach({
      expected: 'a read of the deleted record not to show it',
      got: `${soft ? 'the record, which says that it is deleted' : 'the record'}: ${inWords(last.exchange)}`,
      cause: soft ? 'marked as deleted' : 'still shown',
      exchanges: [sent, last.exchange],
      ...(soft ? { level: 'MAY' as const } : {}),
    })
  },
})

const AT_WORK = 'no read says that the record is gone, and the target may be at work on it'

const goneDeployed = consistencyCheck({
  id: 'records/gone-deployed',
  clause: 'NAME-3',
  claim: 'SHOULD delete a deployed record whose delete it acknowledged',
  sends:
    'a deploy and a start of a record of the run, its delete, and reads of it for some time; if it is still shown, its delete again, and as many reads',
  expects: 'a read that no longer shows it, before it is deleted again; after both deletes, as with other kinds',
  kills: ['records/deployed-stays*'],
  on: (operation) => deployedGone.on(operation),
  needs: { deployedGone },
  ask({ deployedGone: { deployed, removed, read, isGone, again }, operation }) {
    const exchanges = [deployed, removed, read]
    const last = again ? [...exchanges, again.removed, again.read] : exchanges
    // What goes with the second delete did not wait for the first.
    if (again?.isGone)
      throw new Breach({
        expected: 'the first delete that is acknowledged to delete the record',
        got: `some time after it the record was still shown: ${inWords(read)}; it was gone after a second delete`,
        cause: 'gone with the second delete',
        exchanges: last,
      })
    if (!isGone && !again?.stays)
      throw new Inconclusive({ text: `${AT_WORK}: ${inWords(again?.read ?? read)}`, cause: AT_WORK }, undefined, last)
    return [
      {
        question: 'a deployed record is deleted, twice if need be',
        of: operation.id,
        way: isGone ? 'refused' : 'taken',
        words: { refused: 'gone', taken: 'still shown' },
        wrong: { elsewhere: 'SHOULD', everywhere: { reason: AT_WORK, supply: 'a longer --settle' } },
        exchanges: last,
      },
    ]
  },
})

export const censusChecks: readonly (Check | ConsistencyCheck)[] = [kept, others, reading, twice, gone, goneDeployed]
