/** A list of records of the run's: those that are there stand in it, and what was deleted does not (docs/judgement.md, rule 15). */
import { objectBearing, objectsIn } from '../../fixtures/payload/find.ts'
import { spelledAlike } from '../../fixtures/payload/spelling.ts'
import { does, identifierField, isRecordKind, operations } from '../../schemas/registry.ts'
import { control } from '../evidence/control.ts'
import { burst } from '../evidence/burst.ts'
import { listerOf } from '../evidence/list-before.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { listedAfterTest, triesLogin } from '../evidence/listed-after-test.ts'
import { testedNamesake } from '../evidence/tested-namesake.ts'
import { listedAround } from '../evidence/listed-around.ts'
import { neighbourReads, type NeighbourReads } from '../evidence/neighbour-reads.ts'
import { check, type Check, type Context } from './check.ts'
import { Breach, inWords, noRecord, Inconclusive } from '../claim/finding.ts'
import { listProblem } from './listed-as.ts'
import { PAGE, saysPage } from '../values/page.ts'
import { saysGone } from '../values/says-gone.ts'
import { allOf, repeats, valueOfResponse } from './seen.ts'

/** What the list shows of the records that are there. */
function listOf({ neighbourReads, operation, profile }: Context & { readonly neighbourReads: NeighbourReads }) {
  const { kind } = operation.act
  const { ofOther: exchange } = neighbourReads
  if (!exchange || !isRecordKind(kind)) throw noRecord()
  const value = valueOfResponse({ profile }, exchange)
  if (value === undefined) throw new Inconclusive('the list does not succeed', undefined, [exchange])
  const field = identifierField[kind]
  return { ...neighbourReads, exchange, value, field, count: allOf(value, field).length }
}

/** The record of this identifier in a list: under its exact name, where the list shows such identifiers, for a number may stand anywhere. */
const inList = (value: unknown, field: string, id: string) =>
  objectsIn(value).some((object) => field in object)
    ? objectsIn(value).find((object) => String(object[field]) === id)
    : objectBearing(value, id)

/** The name under which a list shows the identifier of a record that no entry shows under its own (docs/judgement.md); undefined: none. */
function namedOtherwise(value: unknown, field: string, id: string): string | undefined {
  if (objectsIn(value).some((object) => field in object)) return undefined
  return Object.entries(objectBearing(value, id) ?? {}).find(
    ([name, one]) => String(one) === id && (name === 'id' || spelledAlike(name, field)),
  )?.[0]
}

const listed = check({
  id: 'records/listed',
  clause: 'NAME-5',
  claim: 'SHOULD list every existing record as it is, and no deleted one',
  sends: 'the list, while two of the run’s records exist and a third is deleted',
  expects: 'both records once, under their own names and with the values that a read shows, and not the deleted one',
  kills: [
    'records/listed-none',
    'records/listed-misnamed',
    'records/listed-not-the-last',
    'records/listed-deleted',
    'records/listed-crossed',
    'records/listed-twice',
    'records/listed-doubled',
    'records/listed-last-alone',
    'records/listed-mixed',
    'records/listed-otherwise',
    'records/listed-before-update',
    'records/unlisted-neighbour',
  ],
  on: ({ act }) => isRecordKind(act.kind) && act.verb === 'lists',
  needs: { control, neighbourReads },
  prove(given) {
    const list = listOf(given)
    const { value, exchange, field, count, id, otherId, goneId, own } = list
    const exchanges = [exchange]
    const missing = [id, otherId].filter((one) => one !== '' && !inList(value, field, one))
    if (missing.length > 0) {
      const isNone = JSON.stringify(value) === '[]' || value === null
      if (count === 0 && !isNone)
        throw new Inconclusive(
          'the list shows no identifiers, so nothing shows which records it holds',
          undefined,
          exchanges,
        )
      if (!repeats(value, field) && (count >= PAGE || saysPage(exchange, count)))
        throw new Inconclusive('the list may be the first page of a longer one', undefined, exchanges)
      throw new Breach({
        expected: 'both records that the run created',
        got: `${missing.length === 1 ? 'only one of them' : 'none of them'}: ${inWords(exchange)}`,
        cause: missing.length === 1 ? 'one missing' : 'both missing',
        exchanges,
      })
    }
    const otherName = namedOtherwise(value, field, id)
    if (otherName !== undefined)
      throw new Breach({
        level: 'MUST',
        expected: `the identifier under ${field}`,
        got: `the identifier under ${otherName}: ${inWords(exchange)}`,
        cause: 'identifier under another name',
        exchanges,
      })
    const problem = listProblem(list)
    if (problem) throw problem
    const bears = (object: object) => Object.values(object).some((one) => own.some((mark) => mark === one))
    const bearing = objectsIn(value).filter((object) => field in object && bears(object))
    const under = new Set(bearing.map((object) => JSON.stringify(object[field])))
    if (under.size > 1)
      throw new Breach({
        expected: `one record, which the run created once, ${id}`,
        got: `${under.size} of its names: ${[...under].join(', ')}`,
        cause: 'several times',
        exchanges,
      })
    const gone = goneId === undefined ? undefined : inList(value, field, goneId)
    if (gone && !saysGone(gone))
      throw new Breach({
        expected: 'no record that was deleted',
        got: `the deleted record ${goneId}`,
        cause: 'a deleted record',
        exchanges,
      })
    if (otherId === '') throw new Inconclusive('only one record existed, and a list needs two', undefined, exchanges)
    if (goneId === undefined)
      throw new Inconclusive(
        'no record could be created and deleted whose identifier no later one was given',
        undefined,
        exchanges,
      )
  },
})

const left = check({
  id: 'records/unlisted',
  clause: 'NAME-4',
  claim: 'SHOULD leave every other record in the list when one is deleted, and not the deleted one',
  sends: 'the list before and after the delete of a record of the run',
  expects: 'the other records of the run to stand in both, and the deleted one in the first alone',
  kills: ['records/unlisted-kept'],
  on: (operation) => listerOf(operation) !== undefined,
  needs: { control, listedAround },
  prove({ control: sent, listedAround: { before, after, id, others }, profile, operation }) {
    const exchanges = [before, sent, after]
    if (!sent.response || !profile.isSuccess(sent.response))
      throw new Inconclusive('the delete is not answered with a success', undefined, [sent])
    const [first, last] = [before, after].map((list) => valueOfResponse({ profile }, list))
    if (first === undefined || last === undefined)
      throw new Inconclusive('the list is not answered with a success', undefined, exchanges)
    const { kind } = operation.act
    const field = isRecordKind(kind) ? identifierField[kind] : ''
    const there = others.filter((other) => inList(first, field, other))
    const lost = there.find((other) => !inList(last, field, other))
    const count = allOf(last, field).length
    if (lost !== undefined && saysPage(after, count))
      throw new Inconclusive('the list may be the first page of a longer one', undefined, exchanges)
    if (lost !== undefined)
      throw new Breach({
        expected: 'every other record in the list still',
        got: `no record ${lost}, which was listed before and was not deleted`,
        cause: 'lost',
        exchanges,
      })
    const kept = inList(last, field, id)
    if (kept && !saysGone(kept))
      throw new Breach({
        expected: 'the deleted record in the list no more',
        got: `the deleted record ${id}`,
        cause: 'kept',
        exchanges,
      })
    if (!inList(first, field, id) || there.length === 0)
      throw new Inconclusive('the list did not show the record and another before', undefined, exchanges)
  },
})

/** A list of so many may well have an end, whatever its name; one of a usual page’s length may be the first page. */
const LONG = 100
const PAGES: ReadonlySet<number> = new Set([10, 15, 20, 25, 30, 40, 50])

const many = check({
  id: 'records/listed-many',
  clause: 'NAME-5',
  claim: 'SHOULD list every one of many records',
  sends: 'a burst of valid creates, and the list while all of their records are alive',
  expects: 'each of them to stand in the list',
  kills: ['records/listed-ten', 'records/listed-last-alone'],
  on: ({ act }) => act.verb === 'makes' && isRecordKind(act.kind) && operations.some(does('lists', act.kind)),
  needs: { burst },
  prove({ burst: { made, list }, profile, operation }) {
    if (!list) throw new Inconclusive('the list was not read')
    const value = valueOfResponse({ profile }, list)
    const { kind } = operation.act
    const field = isRecordKind(kind) ? identifierField[kind] : ''
    const count = allOf(value, field).length
    if (value === undefined || count === 0) throw new Inconclusive('the list shows no identifiers', undefined, [list])
    const known = made.flatMap(({ id, reads }) => (id === null || reads.length === 0 ? [] : [id]))
    const missing = known.filter((id) => !inList(value, field, id))
    const mayGoOn = !repeats(value, field) && (count >= LONG || PAGES.has(count) || saysPage(list, count))
    if (missing.length > 0 && mayGoOn)
      throw new Inconclusive('the list may be the first part of a longer one', undefined, [list])
    if (missing.length > 0)
      throw new Breach({
        expected: `all ${known.length} simultaneously created records`,
        got: `${count} records, and ${missing.length} of those not among them: ${inWords(list)}`,
        exchanges: [list],
      })
    if (known.length < 2) throw new Inconclusive('no several records were made at once', undefined, [list])
  },
})

const tested = check({
  id: 'records/tested',
  clause: 'NAME-4',
  claim: 'SHOULD NOT keep what it was given to test',
  sends:
    'the valid request, and the list of registries; the request under the name of a registry that the run created, and a read of that one',
  expects: 'no registry with the values that were tested',
  kills: ['records/tested-*'],
  on: triesLogin,
  needs: { control, listedAfterTest, namesake: optional(testedNamesake) },
  prove({ control: sent, listedAfterTest: { list, kept, overwritten }, namesake, profile }) {
    const [over] = overwritten
    if (over !== undefined)
      throw new Breach({
        expected: 'every registry to be as it was before the test',
        got: `values of the tests on the registry ${over}: ${inWords(list)}`,
        cause: 'another registry',
        exchanges: [sent, list],
      })
    if (kept.length > 0)
      throw new Breach({
        expected: 'no record of what was only tested',
        got: `${kept.length} registries with the values of the tests: ${inWords(list)}`,
        exchanges: [sent, list],
      })
    if (namesake && namesake.taken.length > 0)
      throw new Breach({
        expected: 'a registry to keep its login while another is tested under its name',
        got: `what was tested: ${inWords(namesake.read)}`,
        cause: 'its namesake',
        exchanges: [namesake.test, namesake.read],
      })
    if (!list.response || !profile.isSuccess(list.response))
      throw new Inconclusive('the list is not answered with a success', undefined, [list])
  },
})

export const listChecks: readonly Check[] = [listed, left, many, tested]
