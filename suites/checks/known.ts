/** A record that a read shows is there for what else can be done with it (docs/judgement.md, rules 2 and 8). */
import { subjectField } from '../../fixtures/payload/payload.ts'
import type { Operation } from '../../schemas/registry.ts'
import { Breach, inWords } from '../claim/finding.ts'
import { control } from '../evidence/control.ts'
import { denial, isAboutRecord } from '../evidence/denial.ts'
import { consistencyCheck, type ConsistencyCheck } from './check.ts'

/** Writes of the record alone: nothing has to run for them, and nothing else that they name may be missing. */
function isPlain(operation: Operation): boolean {
  const subject = subjectField(operation)
  const points = (operation.body?.fields ?? []).some(({ name }) => name !== subject && name.endsWith('Id'))
  return operation.effect === 'resource' && operation.act.reaches === undefined && !points
}

const known = consistencyCheck({
  id: 'records/known',
  clause: 'PARAM-*',
  claim: 'SHOULD know a record that a read shows',
  sends:
    'the valid request, and once more; if its record is said not to be there, the same request again, and a read of that record',
  expects: 'another response than to a deleted record; what may need a running host is compared with other kinds',
  kills: ['records/known-*'],
  on: isAboutRecord,
  needs: { control, denial },
  ask({ control: sent, denial: denied, operation, placeholders }) {
    const vote = {
      question: `${operation.name} is asked of a record that is there`,
      of: subjectField(operation) ?? 'the record',
      words: { refused: 'known', taken: 'said not to be there' },
    }
    if (!denied) return [{ ...vote, way: 'refused', exchanges: [sent] }]
    const exchanges = [denied.unknown, sent, denied.again, denied.read]
    if (isPlain(operation) && placeholders.length === 0)
      throw new Breach({
        level: 'SHOULD',
        expected: 'a record that a read shows to be known',
        got: `the response to a deleted record: ${inWords(denied.again)}`,
        cause: 'not known',
        exchanges,
      })
    return [{ ...vote, way: 'taken', exchanges }]
  },
})

export const knownChecks: readonly ConsistencyCheck[] = [known]
