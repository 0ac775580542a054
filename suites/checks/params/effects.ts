import { isCreate, isRecordKind, type Operation } from '../../../schemas/registry.ts'
import type { Check } from '../check.ts'
import { Breach, Inconclusive } from '../../claim/finding.ts'
import { inWords } from '../../scene/snapshot.ts'
import { tried } from './asked.ts'

const changesRecord = ({ act, effect }: Operation) =>
  isRecordKind(act.kind) && act.verb === 'changes' && effect === 'resource'

export const noEffect: Check = {
  id: 'params/no-effect',
  clause: 'PARAM-*',
  claim: 'SHOULD make nothing by a request that it answers with an error',
  sends: 'variations of the valid request that are refused, and a look at what they were about',
  expects: 'nothing to be listed that they might have made (a warning), and nothing changed (a note)',
  kills: ['params/refused-and-stored'],
  on: (operation) => (isCreate(operation) || changesRecord(operation)) && (operation.body?.fields.length ?? 0) > 0,
  needs: ['control', 'missing-required', 'wrong-type'],
  prove(scene) {
    const all = tried(scene, 'wrong-type')
    const { stored, spoiled } = scene.trace
    const exchanges = all.slice(0, 1).map(({ exchange }) => exchange)
    if (scene.operation.act.verb === 'makes') {
      if (!stored) throw new Inconclusive('nothing lists what was refused', 'lookup in the target file', exchanges)
      if (stored.names.length > 0)
        throw new Breach({
          expected: 'nothing to be made by a create that is answered with an error',
          got: `${stored.names.length} of the refused are listed: ${stored.names.slice(0, 3).join(', ')}`,
          exchanges: [...exchanges, ...stored.exchanges],
        })
      return
    }
    if (!spoiled)
      throw new Inconclusive('not every variation was refused, so a change may be theirs', undefined, exchanges)
    if (spoiled.paths.length > 0)
      throw new Breach({
        level: 'MAY',
        expected: 'nothing to be changed by requests that are answered with errors',
        got: `a change of ${inWords(spoiled.paths)}`,
        exchanges: [...exchanges, ...spoiled.exchanges],
      })
  },
}
