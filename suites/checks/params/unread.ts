/** Fields and parameters that are not read at all (docs/judgement.md, rule 2c). */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { Tried } from '../../evidence/variations/variation.ts'
import { Breach, inWords } from '../../claim/finding.ts'
import { asIfMissing } from '../../target/as-if-missing.ts'
import type { Context } from '../check.ts'

interface Asked extends Context {
  readonly control: Exchange
  /** The valid request without each field or parameter. */
  readonly without: readonly Tried[]
  /** The valid request with other valid values of a field that is no text. */
  readonly others?: readonly Tried[] | undefined
}

/** Of a field that is no text, so many values are answered alike before it counts: of a boolean, both. */
const VALUES = { boolean: 2, other: 3 } as const

/** The breach where a valid request is refused as if a field that it carries were missing; undefined: none. */
export function unreadBreach(asked: Asked): Breach | undefined {
  for (const { variation, exchange, taken } of asked.without) {
    const { of } = variation
    if (taken || asked.placeholders.includes(of) || !asIfMissing(asked.control, exchange, of)) continue
    const values = valuesOf(asked, of, exchange)
    if (values === undefined) continue
    const where = asked.operation.method === 'GET' ? 'query' : 'body'
    return new Breach({
      level: values.length === 0 ? 'MUST' : 'SHOULD',
      expected: `${of} to be read from the ${where}`,
      got: `${sentAs(asked, of)}: ${inWords(asked.control)}`,
      cause: 'not read',
      exchanges: [asked.control, exchange, ...values],
    })
  }
  return undefined
}

/** The breach where a request succeeds, and with another valid value it is refused as if that were missing; undefined: none. */
export function falsyBreach({ control, without, others = [] }: Asked): Breach | undefined {
  for (const { variation, exchange, taken } of others) {
    const none = without.find((one) => one.variation.of === variation.of && !one.taken)
    if (taken || !none || !asIfMissing(exchange, none.exchange, variation.of)) continue
    return new Breach({
      level: 'SHOULD',
      expected: `${variation.of}: ${variation.kind} to be read`,
      got: `the same response with it and without it: ${inWords(exchange)}`,
      cause: 'not read',
      exchanges: [control, none.exchange, exchange],
    })
  }
  return undefined
}

/** Of a value that the specification shows, it may as well be that the target does not know it. */
function sentAs({ operation }: Asked, of: string): string {
  const { shown } = operation.body?.fields.find(({ name }) => name === of) ?? {}
  return shown === undefined
    ? 'the same response with it and without it'
    : `${JSON.stringify(shown)}, which the specification shows for ${of}, is refused as nothing is, so the value is not known or not read`
}

/** What shows it of other values, none of a text or an identifier, which is the run's own; undefined: they show it not. */
function valuesOf({ operation, others = [] }: Asked, of: string, without: Exchange): readonly Exchange[] | undefined {
  const type = operation.body?.fields.find(({ name }) => name === of)?.type ?? 'string'
  if (type === 'string' || type === 'email') return []
  const tried = others.filter(({ variation }) => variation.of === of)
  const alike = tried.filter(({ taken, exchange }) => !taken && asIfMissing(exchange, without, of))
  const enough =
    alike.length === tried.length && alike.length + 1 >= (type === 'boolean' ? VALUES.boolean : VALUES.other)
  return enough ? alike.map(({ exchange }) => exchange) : undefined
}
