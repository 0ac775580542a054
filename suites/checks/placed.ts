/** What is made stands under the parent that its create names. */
import { recordIn } from '../../fixtures/payload/record.ts'
import { identifierField } from '../../schemas/registry.ts'
import { parents, placed } from '../evidence/placed.ts'
import { check, type Check } from './check.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { valueOfAnswer } from './seen.ts'

const underNamed = check({
  id: 'records/placed',
  clause: 'NAME-1',
  claim: 'SHOULD create a record under the parent that the request names',
  sends: 'a valid create under another parent than all others of its kind have, and a read',
  expects: 'the read to show that parent, if it shows one',
  kills: ['records/placed-*'],
  on: placed.on,
  needs: { placed },
  prove({ placed: record, ...context }) {
    const exchanges = [record.made, ...(record.shown ? [record.shown] : [])]
    const value = record.shown ? valueOfAnswer(context, record.shown) : undefined
    const shown = recordIn(value, identifierField[record.kind], record.id) ?? {}
    const told = parents.filter((field) => (shown[field] ?? null) !== null && record.written.has(field))
    for (const field of told) {
      const [written, now] = [record.written.get(field), shown[field]]
      if (String(now) !== String(written))
        throw new Breach({
          expected: `${field} ${String(written)}`,
          got: `${field} ${String(now)}`,
          cause: 'another parent',
          exchanges,
        })
    }
    if (told.length === 0) throw new Inconclusive('no read shows under what it stands', undefined, exchanges)
  },
})

export const placedChecks: readonly Check[] = [underNamed]
