/** Numbers are compared by value, however JSON writes them (docs/judgement.md, rule 7). */
import { spelledNumbers } from '../evidence/spelled-numbers.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { check, type Check } from './check.ts'

const numbers = check({
  id: 'values/spelled-number',
  clause: 'NAME-2',
  claim: 'SHOULD read a number by its value if it accepts it',
  sends: 'a change whose integers have a decimal place of zero, or an exponent, in the text of the body',
  expects: 'the same number in a read, if the change succeeds',
  kills: ['values/spelled-*'],
  on: spelledNumbers.on,
  needs: { spelledNumbers },
  prove({ spelledNumbers: { exchange, after, values } }) {
    if (!after) throw new Inconclusive('numbers in this form are refused', undefined, [exchange])
    const readable = values.filter(({ shown }) => typeof shown === 'number' || typeof shown === 'string')
    const wrong = readable.find(({ shown, written }) => shown === '' || Number(shown) !== written)
    if (wrong)
      throw new Breach({
        expected: `${wrong.field} ${wrong.written}, which was sent as ${wrong.text}`,
        got: JSON.stringify(wrong.shown) ?? 'nothing',
        cause: 'another number',
        exchanges: [exchange, after],
      })
    if (readable.length === 0) throw new Inconclusive('no read shows the number', undefined, [exchange, after])
  },
})

export const spelledChecks: readonly Check[] = [numbers]
