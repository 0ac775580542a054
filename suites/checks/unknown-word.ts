/** Words that are no value of an enumeration: refused, or kept as they are (docs/judgement.md, rules 6 and 11). */
import { unknownWord } from '../evidence/unknown-word.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { brief } from '../values/difference.ts'
import { check, type Check } from './check.ts'

const words = check({
  id: 'values/unknown-word',
  clause: 'NAME-2',
  claim: 'SHOULD reject a word that it does not know, or show it',
  sends:
    'a change with a made-up word in the field whose values the specification does not list, and a read; twice if it shows another value',
  expects: 'an error, or a read that shows the word; not a default, the earlier value or null',
  kills: ['values/word-*'],
  on: unknownWord.on,
  needs: { unknownWord },
  prove({ unknownWord: { field, word, times, sent } }) {
    if (times.length === 0) return
    const exchanges = times.flatMap(({ exchange, after }) => [exchange, after])
    const readBack = times.filter((one) => 'shown' in one)
    const last = readBack.at(-1)
    if (!last) throw new Inconclusive(`no read shows ${field}`, undefined, exchanges)
    if (last.shown === word) return
    // Who takes it once and refuses it the next time has said that it is none.
    if (readBack.length < 2 || sent !== last.exchange)
      throw new Inconclusive(`${field} was shown as another value once, and then rejected`, undefined, [
        ...exchanges,
        sent,
      ])
    throw new Breach({
      expected: `an error, or ${field} shown as ${brief(word)}`,
      got: `success, and ${field} shown as ${brief(last.shown)}`,
      cause: last.shown === null ? 'nothing in place of an unknown word' : 'another value in place of an unknown word',
      exchanges,
    })
  },
})

export const wordChecks: readonly Check[] = [words]
