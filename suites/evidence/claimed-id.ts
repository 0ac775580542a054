import type { Exchange } from '../../fixtures/http/exchange.ts'
import { identifierField, isCreate } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { soleId } from '../scene/create.ts'
import { shows } from '../target/profile.ts'
import { swept } from '../scene/swept.ts'
import { burst } from './burst.ts'
import { duplicateName, changedField } from './duplicate-name.ts'
import { demandDeletable } from './deletable.ts'
import { evidence } from './frame/evidence.ts'
import { listsBefore } from './requests/listings.ts'
import type { RecordBeside } from './requests/record-beside.ts'
import { ownRecord } from './own-record.ts'

/** A create that carries the identifier of a record that stands already. */
export interface ClaimedId {
  readonly create: Exchange
  /** The identifier that it answered; null where it was refused, or shows none. */
  readonly id: string | null
  /** Whose identifier it carried. */
  readonly first: RecordBeside
}

/** A valid create with the identifier of the lane's second record beside its fields. What it makes is deleted. */
export const claimedId = evidence({
  id: 'claimed-id',
  needs: { ownRecord },
  after: [duplicateName, burst],
  on: isCreate,
  // The create, what it made found and deleted, and the first read before, where it was not just read, and after.
  cost: (operation, { target }) => 5 + listsBefore(operation, target, 1),
  async gather({ ownRecord: { fixture, around }, operation }): Promise<ClaimedId> {
    const { kind, caller, scene, parent, secondary } = fixture
    demandDeletable(operation, fixture)
    const sole = secondary?.alive ? soleId(kind, secondary.made, secondary.name) : null
    if (!secondary || sole !== secondary.id)
      throw new Inconclusive('there is no second record of the run’s own that its create identified')
    const field = identifierField[kind]
    const { exchange: before, record: was } = around.last(secondary) ?? (await around.see(secondary))
    const body = { ...caller.validBody(operation, parent), [field]: secondary.id }
    const { exchange: create, name } = await scene.send(operation, kind, parent, { body })
    const id = caller.success(create) ? soleId(kind, create, name) : null
    const isSecond = id !== null && id !== secondary.id
    const second = isSecond ? await scene.adopt(operation, kind, create, name, parent, []) : null
    const { written } = secondary
    const stays = (is: Readonly<Record<string, unknown>> | undefined) =>
      was !== undefined && is !== undefined && changedField(written, was, is) === undefined
    const why = 'a record to be as it was beside one that claims its identifier'
    const { exchange: after, record: is } = await around.seen(secondary, ({ record }) => stays(record), why)
    if (second) await scene.dispose(second)
    else if (caller.success(create) && stays(is) && !(await swept(scene, kind, name, create)) && !shows(create, name))
      caller.leave({ kind, name, id: null, why: `${operation.id} showed no identifier of its own for it` })
    return { create, id, first: { field, id: secondary.id, written, before, after } }
  },
})
