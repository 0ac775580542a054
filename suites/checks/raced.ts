/** Changes that are under way at one time (docs/judgement.md, rule 10). */
import { raced, type RacedValue } from '../evidence/raced.ts'
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'
import { isUnset, rivalsOf } from '../values/sources.ts'
import { demandOverlap } from './burst.ts'
import { check, type Check } from './check.ts'

const updates = check({
  id: 'burst/updates',
  clause: 'NAME-2',
  claim: 'SHOULD keep the record, and every change of several that it acknowledged at one time',
  sends:
    'an update and all else that sets fields, of two records at once, and a read; on the second, the first of several fields keeps its value. Of a stack, two updates of one record',
  expects:
    'every field to show its own value: not the earlier one, and not the other record’s; no response that the record is not there',
  kills: ['burst/update-*'],
  on: raced.on,
  needs: { raced },
  prove({ raced: { values, answers: responses, missed, lost } }) {
    if (lost)
      throw new Breach({
        expected: 'the record to be there after it was changed',
        got: inWords(lost[1]),
        cause: 'not there afterwards',
        exchanges: lost,
      })
    const [absent] = missed ?? []
    if (absent)
      throw new Breach({
        expected: 'the record to be there while it is changed',
        got: inWords(absent),
        cause: 'not there meanwhile',
        exchanges: missed ?? [],
        change: true,
      })

    const wrong = values.find(isWrong)
    if (wrong) {
      const { field, whose, written, shown, others, exchanges } = wrong
      const isOthers = others !== undefined && shown === others
      throw new Breach({
        expected: `${field} ${JSON.stringify(written)} on the ${whose.kind}`,
        got: `${JSON.stringify(shown)}, ${isOthers ? 'which another record was given at the same time' : 'which stood there before'}`,
        cause: isOthers ? 'another record’s change' : 'a lost change',
        exchanges,
      })
    }
    if (!values.some(({ shown, written }) => shown === written))
      throw new Inconclusive(
        'no read shows what was changed',
        undefined,
        values.flatMap(({ exchanges }) => exchanges),
      )
    demandOverlap(responses)
  },
})

/** A record may have one source: the save of another, at the same time, empties what this one said (docs/judgement.md, rule 6). */
const mayBeEmptied = ({ field, whose, shown }: RacedValue): boolean =>
  isUnset(shown) && rivalsOf(whose.kind, field).length > 0

/** As it was sent, or as the text of a number that was sent. */
const isKept = ({ shown, written }: RacedValue): boolean =>
  shown === written || (typeof written === 'number' && shown === String(written))

const isWrong = (value: RacedValue): boolean =>
  'shown' in value &&
  !isKept(value) &&
  !mayBeEmptied(value) &&
  (value.before.includes(value.shown) || (value.others !== undefined && value.shown === value.others))

export const racedChecks: readonly Check[] = [updates]
