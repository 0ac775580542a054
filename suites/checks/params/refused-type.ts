/** Values of the stated type that are refused, whatever they are, as if they were of another (docs/judgement.md, rules 2 and 22). */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { ALL_DIGITS, DIGITS, NO_NUMBER } from '../../evidence/variations/misses.ts'
import type { Tried } from '../../evidence/variations/variation.ts'
import { Breach, inWords } from '../../claim/finding.ts'
import { answeredAlike, namesField } from '../../target/as-if-missing.ts'
import { isTransient } from '../../target/not-now.ts'
import type { Context } from '../check.ts'

interface Asked extends Context {
  readonly control: Exchange
  readonly wrongTypes: readonly Tried[]
  /** The valid request with other valid values. */
  readonly others?: readonly Tried[] | undefined
}

/** With the one that was sent first, so many integers are refused before it counts. */
const VALUES = 3

/** The breach where no integer is taken; undefined: none. */
export function refusedOfType({ operation, control, wrongTypes, others = [] }: Asked): Breach | undefined {
  for (const { name, type } of operation.body?.fields ?? []) {
    const mine = others.filter(({ variation }) => variation.of === name)
    const none = type === 'integer' && mine.length + 1 >= VALUES && mine.every(({ taken }) => !taken)
    if (!none || !namesField(control, name) || isTransient(control)) continue
    const exchanges = [control, ...mine.map(({ exchange }) => exchange)]
    const as = (kind: string) => wrongTypes.find(({ variation }) => variation.of === name && variation.kind === kind)
    const digits = [as(DIGITS), as(ALL_DIGITS)].find((one) => one?.taken)
    if (digits)
      return new Breach({
        level: 'MUST',
        expected: `${name} accepted as an integer`,
        got: `${exchanges.length} integers rejected, and digits in a string accepted: ${inWords(control)}`,
        cause: 'integers refused, digits taken',
        exchanges: [...exchanges, digits.exchange],
      })
    const text = as(NO_NUMBER)
    if (text && !text.taken && exchanges.every((one) => answeredAlike(one, text.exchange)))
      return new Breach({
        level: 'SHOULD',
        expected: `${name} accepted as an integer`,
        got: `${exchanges.length} integers refused just as a text that is no number: ${inWords(control)}`,
        cause: 'integers refused',
        exchanges: [...exchanges, text.exchange],
      })
  }
  return undefined
}
