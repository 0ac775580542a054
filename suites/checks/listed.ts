/** A list of records of the run's: those that are there stand in it, and what was deleted does not (docs/judgement.md, rule 15). */
import { objectBearing, objectsIn } from '../../fixtures/payload/find.ts'
import { identifierField, isRecordKind } from '../../schemas/registry.ts'
import { control } from '../evidence/control.ts'
import { neighbourReads, type NeighbourReads } from '../evidence/neighbour-reads.ts'
import { check, type Check, type Context } from './check.ts'
import { Breach, inWords, noRecord, Inconclusive } from '../claim/finding.ts'
import { saysGone } from '../values/says-gone.ts'
import { allOf, valueOfAnswer } from './seen.ts'

/** A list of so many may be the first page of a longer one. */
const PAGE = 10

/** What the list shows of the records that are there. */
function listOf({ neighbourReads, operation, profile }: Context & { readonly neighbourReads: NeighbourReads }) {
  const { kind } = operation.act
  const { ofOther: exchange } = neighbourReads
  if (!exchange || !isRecordKind(kind)) throw noRecord()
  const value = valueOfAnswer({ profile }, exchange)
  if (value === undefined) throw new Inconclusive('the list does not succeed', undefined, [exchange])
  const field = identifierField[kind]
  return { ...neighbourReads, exchange, value, field, count: allOf(value, field).length }
}

const listed = check({
  id: 'records/listed',
  clause: 'NAME-5',
  claim: 'SHOULD list every existing record as it is, and no deleted one',
  sends: 'the list, while two of the run’s records exist and a third is deleted',
  expects: 'both records once, under their own names, and not the deleted one',
  kills: ['records/listed-*'],
  on: ({ act }) => isRecordKind(act.kind) && act.verb === 'lists',
  needs: { control, neighbourReads },
  prove(given) {
    const { value, exchange, field, count, id, otherId, goneId, own, other } = listOf(given)
    const exchanges = [exchange]
    const missing = [id, otherId].filter((one) => one !== '' && !objectBearing(value, one))
    if (missing.length > 0) {
      const isNone = JSON.stringify(value) === '[]' || value === null
      if (count === 0 && !isNone)
        throw new Inconclusive(
          'the list shows no identifiers, so nothing shows which records it holds',
          undefined,
          exchanges,
        )
      if (count >= PAGE) throw new Inconclusive('the list may be the first page of a longer one', undefined, exchanges)
      throw new Breach({
        expected: 'both records that the run made',
        got: `${missing.length === 1 ? 'only one of them' : 'none of them'}: ${inWords(exchange)}`,
        cause: missing.length === 1 ? 'one missing' : 'both missing',
        exchanges,
      })
    }
    for (const [whose, marks, strange] of [
      [id, own, other],
      [otherId, other, own],
    ] as const) {
      const texts = Object.values(objectBearing(value, whose) ?? {})
      const crossed = texts.find((text) => strange.some((mark) => mark === text))
      if (whose !== '' && crossed !== undefined && marks.length > 0)
        throw new Breach({
          expected: `the record ${whose} under its own names`,
          got: `it with ${JSON.stringify(crossed)}, which another one was given`,
          cause: 'mixed fields',
          exchanges,
        })
    }
    const bears = (object: object) => Object.values(object).some((one) => own.some((mark) => mark === one))
    const bearing = objectsIn(value).filter((object) => field in object && bears(object))
    const under = new Set(bearing.map((object) => JSON.stringify(object[field])))
    if (under.size > 1)
      throw new Breach({
        expected: `one record of what the run made once, ${id}`,
        got: `${under.size} of its names: ${[...under].join(', ')}`,
        cause: 'several times',
        exchanges,
      })
    const gone = goneId === undefined ? undefined : objectBearing(value, goneId)
    if (gone && !saysGone(gone))
      throw new Breach({
        expected: 'no record that was deleted',
        got: `the deleted record ${goneId}`,
        cause: 'a deleted record',
        exchanges,
      })
    if (otherId === '') throw new Inconclusive('only one record existed, and a list needs two', undefined, exchanges)
    if (goneId === undefined) throw new Inconclusive('no record could be created and deleted', undefined, exchanges)
  },
})

export const listChecks: readonly Check[] = [listed]
