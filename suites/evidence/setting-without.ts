import type { Exchange } from '../../fixtures/http/exchange.ts'
import { settingWrites } from '../../schemas/order.ts'
import { isMissing, Inconclusive } from '../claim/finding.ts'
import { spelledAlike } from '../../fixtures/payload/spelling.ts'
import { namesField } from '../target/as-if-missing.ts'
import { evidence, outcome } from './frame/evidence.ts'
import { subject } from './subject.ts'
import { furtherFields } from '../claim/further.ts'

/** A setting whose own value was refused when it was written back. */
export interface SettingWithout {
  readonly field: string
  readonly refused: Exchange
  /** The same request without the value; null where the refusal does not name the field. */
  readonly without: Exchange | null
  /** The value written back under a name that the refusal asks for, and then under its own name once more. */
  readonly renamed: { readonly name: string; readonly taken: Exchange; readonly again: Exchange } | null
}

/** Of a setting that does not take its own value back: the same without the value. null: it takes it back. */
export const settingWithout = evidence({
  id: 'setting-without',
  needs: { ready: outcome(subject) },
  on: (operation) => settingWrites.includes(operation),
  // Only a setting that refuses its own value is asked, and the plan counts what is sent while nothing fails.
  cost: () => 0,
  async gather({ ready, tried, operation, caller, references }): Promise<SettingWithout | null> {
    if (!isMissing(ready)) return null
    if (isMissing(tried) || tried.is !== 'setting') throw ready
    const refused = tried.refused()
    const field = tried.field?.name
    if (!refused || field === undefined) throw ready
    const write = (value: Readonly<Record<string, unknown>>) =>
      caller.call({ operation, references, body: { ...caller.validBody(operation, references), ...value } })
    // Only where it says that the value is missing: it then writes no more without the value than it did with it.
    if (namesField(refused, field))
      return { field, refused, without: await write({ [field]: undefined }), renamed: null }
    const own = sentAs(refused, field)
    const [other] = furtherFields(operation, refused, {}).alone.filter(({ name }) => spelledAlike(field, name))
    if (!other || own === undefined) throw new Inconclusive(ready.message, undefined, [refused])
    const taken = await write({ [field]: own, [other.name]: own })
    if (!caller.success(taken)) throw new Inconclusive(ready.message, undefined, [refused, taken])
    return { field, refused, without: null, renamed: { name: other.name, taken, again: await write({ [field]: own }) } }
  },
})

/** The value that was written back: what stands there, so it may be sent under another name, too. */
const sentAs = ({ asked }: Exchange, field: string): unknown =>
  typeof asked?.body === 'object' && asked.body !== null
    ? (asked.body as Readonly<Record<string, unknown>>)[field]
    : undefined
