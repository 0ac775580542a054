import { isCreate, isRecordKind, type Operation } from '../../../schemas/registry.ts'
import { optional, part } from '../../evidence/frame/evidence.ts'
import { variations } from '../../evidence/variations.ts'
import { check } from '../check.ts'
import { Breach, Inconclusive } from '../../claim/finding.ts'
import { LOOKUP, lookupEntry } from '../../claim/supply.ts'
import { inWords } from '../../scene/snapshot.ts'

const changesRecord = ({ act, effect }: Operation) =>
  isRecordKind(act.kind) && act.verb === 'changes' && effect === 'resource'

export const noEffect = check({
  id: 'params/no-effect',
  clause: 'PARAM-*',
  claim: 'SHOULD NOT create or change anything by a request that it rejects',
  sends:
    'rejected variations of the valid request, and reads of the records that they name; of a create also a made-up word',
  expects: 'no new record that they may have created (a warning), and no change (a note)',
  kills: ['params/refused-and-stored', 'params/refused-word-stored'],
  on: (operation) => (isCreate(operation) || changesRecord(operation)) && (operation.body?.fields.length ?? 0) > 0,
  needs: {
    variations,
    without: optional(part(variations, 'missing-required')),
    wrongTypes: part(variations, 'wrong-type'),
    provoked: optional(part(variations, 'provoke')),
  },
  prove({ operation, variations: { stored, spoilt }, wrongTypes }) {
    const exchanges = wrongTypes.slice(0, 1).map(({ exchange }) => exchange)
    if (operation.act.verb === 'makes') {
      if (!stored)
        throw new Inconclusive(
          'no list shows whether a rejected create was carried out',
          LOOKUP,
          exchanges,
          lookupEntry(operation.act.kind),
        )
      if (stored.names.length > 0)
        throw new Breach({
          expected: 'no record from a rejected create',
          got: `${stored.names.length} records from rejected creates are listed: ${stored.names.slice(0, 3).join(', ')}`,
          cause: 'created',
          exchanges: stored.exchanges,
        })
      return
    }
    if (!spoilt)
      throw new Inconclusive(
        'no invalid body was rejected, or no read shows the record that they name, so nothing shows what a rejected one does',
        undefined,
        exchanges,
      )
    if (spoilt.paths.length > 0)
      throw new Breach({
        level: 'MAY',
        expected: 'no change by rejected requests',
        got: `${inWords(spoilt.paths)} changed`,
        cause: 'changed',
        exchanges: [...exchanges, ...spoilt.exchanges],
      })
  },
})
