import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isRecordKind, lifeOf, type Operation } from '../../schemas/registry.ts'
import { Inconclusive, RECORD } from '../claim/finding.ts'
import { isDeniedAs } from '../target/as-if-missing.ts'
import { shows } from '../target/profile.ts'
import { control } from './control.ts'
import { evidence, optional, part } from './frame/evidence.ts'
import { subject } from './subject.ts'
import { labelledIn, unusual } from './unusual.ts'
import { variations } from './variations.ts'

/** A valid request that was rejected, twice, as one about a deleted record is, while a read shows its own; the first may have been served. */
export interface Denial {
  readonly unknown: Exchange
  readonly again: Exchange
  readonly read: Exchange
}

/** Operations about a record that is there, but for the read that shows it. */
export const isAboutRecord = (operation: Operation): boolean => {
  const { act } = operation
  if (!isRecordKind(act.kind)) return false
  return (
    act.verb === 'changes' || act.verb === 'deletes' || (act.verb === 'reads' && lifeOf(act.kind).one !== operation)
  )
}

/**
 * Where the valid request is rejected as one about a deleted record is, at once or when it is sent once more: a read, and the same again.
 * null: it was not rejected.
 */
export const denial = evidence({
  id: 'denial',
  needs: { subject, control, about: part(variations, 'unknown-id'), repeated: optional(unusual) },
  on: isAboutRecord,
  // The plan counts what is sent while nothing fails.
  cost: () => 0,
  async gather({ subject: tried, control: first, about, repeated = [], caller }): Promise<Denial | null> {
    const own = tried.is === 'record' ? tried.fixture.own : null
    const unknown = about[0]?.exchange
    const { plain } = labelledIn(repeated)
    const isAgain = own && unknown && plain && isDeniedAs(plain, unknown, own.id)
    if (caller.success(first) && !isAgain) return null
    const sent = isAgain ? plain : first
    if (!own || !unknown) throw new Inconclusive('there is no record of the run’s own to try it on', RECORD, [sent])
    const isDenied = (one: Exchange) => isDeniedAs(one, unknown, own.id)
    const { one } = lifeOf(own.kind)
    const otherwise = 'the valid request is rejected, and not as if its record were not there'
    if (!isDenied(sent) || !caller.allows(one)) throw new Inconclusive(otherwise, undefined, [sent, unknown])
    const read = await caller.call({ operation: one, references: own.references })
    // What is written may be known later than it is read.
    const wait = { why: 'a record to be known', within: caller.patience.learned(), teaches: null }
    const again = await caller.patience.eventually(
      () => tried.send({}),
      (response) => !isDenied(response),
      wait,
    )
    if (!isDenied(again) || !caller.success(read) || !shows(read, own.id))
      throw new Inconclusive(otherwise, undefined, [sent, unknown, read, again])
    return { unknown, again, read }
  },
})
