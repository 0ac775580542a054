/** White space at the ends of what a host keeps in files: left as it was, or nowhere (docs/judgement.md, rules 7 and 8). */
import { settingWrites } from '../../schemas/order.ts'
import type { Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { taken } from '../evidence/census.ts'
import type { WrittenField } from '../evidence/census/state-diff.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { settingCensus } from '../evidence/setting-census.ts'
import { unaltered } from '../values/likeness.ts'
import { consistencyCheck, type ConsistencyCheck } from './check.ts'

const ENDS = 'white space at its ends'

const listsText = ({ body }: Operation) => (body?.fields ?? []).some(({ name }) => /^(?:proxyConfig|env)$/.test(name))

/** What was written with white space at its ends, and is shown as it was, or without some of that. */
function endsOf({ field, written, shown }: WrittenField): 'kept' | 'lost' | null {
  if (!/^(?:proxyConfig|env)$/.test(field) || typeof written !== 'string' || typeof shown !== 'string') return null
  if (unaltered(ENDS, written) === written) return null
  if (written === shown) return 'kept'
  return shown.length < written.length && unaltered(ENDS, written) === unaltered(ENDS, shown) ? 'lost' : null
}

const trimmed = consistencyCheck({
  id: 'values/trimmed',
  clause: 'NAME-2',
  claim: 'SHOULD leave white space at the ends of a configuration as it was written, as it does elsewhere',
  sends: 'the writes of settings/shown and of values/shown, each followed by a read',
  expects: 'the same white space at both ends of the text, or less of it everywhere',
  kills: ['values/trimmed-*'],
  on: (operation) => listsText(operation) && (settingWrites.includes(operation) || operation.act.verb === 'changes'),
  needs: { setting: optional(settingCensus), record: optional(taken) },
  ask({ setting, record }) {
    const found = setting ?? record
    const { writtenFields = [], exchanges = [] } = found ?? {}
    const seen = writtenFields.flatMap((one) => ({ field: one.field, ends: endsOf(one) }))
    const [first] = seen.filter(({ ends }) => ends === 'lost').concat(seen.filter(({ ends }) => ends === 'kept'))
    if (!first)
      throw new Inconclusive('no read shows a text that was written with white space at its ends', undefined, exchanges)
    const isEnv = first.field === 'env'
    if (isEnv && first.ends === 'lost')
      throw new Inconclusive(
        'the target may read an environment line by line, and join the lines again',
        undefined,
        exchanges,
      )
    return [
      {
        question: `${isEnv ? 'an environment' : 'a configuration'} that was written has ${ENDS} altered`,
        wider: [`a text of the host that was written has ${ENDS} altered`, `a text that was taken has ${ENDS} altered`],
        of: first.field,
        way: first.ends === 'lost' ? 'taken' : 'refused',
        words: { refused: 'left as it was', taken: 'altered' },
        exchanges,
      },
    ]
  },
})

export const trimmedChecks: readonly ConsistencyCheck[] = [trimmed]
