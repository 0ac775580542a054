import type { Exchange } from '../../fixtures/http/exchange.ts'
import { settingWrites } from '../../schemas/order.ts'
import { isMissing, Inconclusive } from '../claim/finding.ts'
import { namesField } from '../target/as-if-missing.ts'
import { evidence, outcome } from './frame/evidence.ts'
import { subject } from './subject.ts'

/** A setting whose own value was refused when it was written back, and the same request without the value. */
export interface SettingWithout {
  readonly field: string
  readonly refused: Exchange
  readonly without: Exchange
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
    // Only where it says that the value is missing: it then writes no more without the value than it did with it.
    if (!namesField(refused, field)) throw new Inconclusive(ready.message, undefined, [refused])
    const body = { ...caller.validBody(operation, references), [field]: undefined }
    return { field, refused, without: await caller.call({ operation, references, body }) }
  },
})
