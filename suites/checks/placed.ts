/** What is made stands under the parent that its create names. */
import { recordIn } from '../../fixtures/payload/record.ts'
import { identifierField, isCreate } from '../../schemas/registry.ts'
import { isOfService, parents, placed } from '../evidence/placed.ts'
import type { SceneRecord } from '../scene/made.ts'
import { check, type Check } from './check.ts'
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'
import { valueOfResponse } from './seen.ts'

const underNamed = check({
  id: 'records/placed',
  clause: 'NAME-1',
  claim: 'SHOULD create a record under the parent that the request names',
  sends: 'a valid create under another parent than others of its kind have, for mounts under a service of each kind',
  expects: 'a read to show that parent, if it shows one; no null where others of the kind show theirs',
  kills: ['records/placed-*'],
  on: placed.on,
  needs: { placed },
  prove({ placed: { records, unread }, ...context }) {
    const [read] = unread?.slice(-1) ?? []
    if (unread && read)
      throw new Breach({
        expected: 'a read to know what was created under every kind of parent',
        got: inWords(read),
        cause: 'not found under one kind of parent',
        exchanges: unread,
      })
    let judged = 0
    const shownOf = (record: SceneRecord): Readonly<Record<string, unknown>> => {
      const value = record.shown ? valueOfResponse(context, record.shown) : undefined
      return recordIn(value, identifierField[record.kind], record.id) ?? {}
    }
    const isUnder = (record: SceneRecord, field: string) =>
      record.written.has(field) && String(shownOf(record)[field]) === String(record.written.get(field))
    for (const record of records) {
      const shown = shownOf(record)
      // Where the parent stands under a name of its own kind, nothing is lost.
      const lost = parents.find(
        (field) =>
          shown[field] === null &&
          record.written.has(field) &&
          !Object.values(shown).includes(record.written.get(field)) &&
          records.some((other) => isUnder(other, field)),
      )
      if (lost !== undefined)
        throw new Breach({
          expected: `${lost} ${String(record.written.get(lost))}`,
          got: `${lost} null, although others of the kind show theirs`,
          cause: 'no parent',
          exchanges: seen(record),
        })
      for (const field of parents.filter((one) => (shown[one] ?? null) !== null && record.written.has(one))) {
        judged += 1
        const [written, now] = [record.written.get(field), shown[field]]
        if (String(now) !== String(written))
          throw new Breach({
            expected: `${field} ${String(written)}`,
            got: `${field} ${String(now)}`,
            cause: 'another parent',
            exchanges: seen(record),
          })
      }
    }
    if (judged === 0) throw new Inconclusive('no read shows under what it stands', undefined, records.flatMap(seen))
  },
})

const goneOfEach = check({
  id: 'records/gone-of-each',
  clause: 'NAME-3',
  claim: 'SHOULD delete what stands under each kind of service',
  sends: 'a valid create under a service of each kind, its delete, and a read',
  expects: 'a read that no longer shows it, while the service stands',
  kills: ['records/stays-*'],
  on: (operation) => isCreate(operation) && isOfService(operation),
  needs: { placed },
  prove({ placed: { deleted = [] } }) {
    const stays = deleted.find(({ isThere }) => isThere === true)
    const [read] = stays?.exchanges.slice(-1) ?? []
    if (stays && read)
      throw new Breach({
        expected: 'a read of the deleted record not to show it',
        got: inWords(read),
        cause: 'still shown under one kind of service',
        exchanges: stays.exchanges,
      })
    if (deleted.length === 0 || deleted.some(({ isThere }) => isThere === null))
      throw new Inconclusive(
        'not every read tells of a record whose delete was acknowledged',
        undefined,
        deleted.flatMap(({ exchanges }) => exchanges),
      )
  },
})

const seen = ({ made, shown }: SceneRecord) => [made, ...(shown ? [shown] : [])]

export const placedChecks: readonly Check[] = [underNamed, goneOfEach]
