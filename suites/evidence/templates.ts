import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'
import { does, doing, lifeOf } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { soleId } from '../scene/create.ts'
import { denies } from '../scene/find-record.ts'
import { shows } from '../target/profile.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { shownEffect } from './shown-effect.ts'
import { subject } from './subject.ts'
import { unusual } from './unusual.ts'
import { variations } from './variations.ts'

/** What deploys of listed templates were answered where the first one was refused. */
export interface Templates {
  readonly listed: readonly Exchange[]
  /** The same of a template that nobody has. */
  readonly unknown: Exchange
}

/** How many of the templates that are listed are tried besides the first. */
const MORE = 2

/** If the deploy of a listed template is refused: deploys of others, and of one that nobody has. null: it was not refused. */
export const templates = evidence({
  id: 'templates',
  needs: { subject, control },
  on: does('makes', 'compose', 'template'),
  // The plan counts what is sent while nothing fails.
  cost: () => 0,
  async gather({ subject: tried, control: sent, caller, references }): Promise<Templates | null> {
    if (caller.success(sent)) return null
    const { id: first } = references
    const lister = doing('lists', 'template')
    if (first === undefined || !caller.allows(lister)) throw new Inconclusive('no template is listed')
    const { response } = await caller.call({ operation: lister })
    const ids = objectsIn(response?.json.ok ? response.json.value : undefined).map(({ id }) => id)
    const others = ids.filter((id) => typeof id === 'string' && id !== first).slice(0, MORE)
    const deploy = (id: unknown) => tried.about('secondary', { body: { id } })
    const unknown = await deploy(caller.values.unknownId())
    const more: Exchange[] = []
    for (const id of others) more.push(...[(await deploy(id)) ?? []].flat())
    if (!unknown || more.length === 0) throw new Inconclusive('no second template is listed', undefined, [sent])
    return { listed: [sent, ...more], unknown }
  },
})

/** The read which denies the stack that the deploy of a template answered with; null: it is shown. */
export const templateUnread = evidence({
  id: 'template-unread',
  needs: { subject, control },
  on: does('makes', 'compose', 'template'),
  // It was read when it was made: only what was found under another identifier is asked for again.
  cost: () => 0,
  async gather({ subject: tried, control: sent, caller }): Promise<Exchange | null> {
    if (!caller.success(sent)) throw new Inconclusive('no template is deployed', undefined, [sent])
    const id = soleId('compose', sent, '')
    if (id === null) throw new Inconclusive('the response does not show one identifier', undefined, [sent])
    if (tried.is === 'create' && tried.record(sent)?.id === id) return null
    const { one } = lifeOf('compose')
    const exchange = await caller.patience.eventually(
      () => caller.call({ operation: one, references: { composeId: id }, madeUp: { composeId: id } }),
      (seen) => caller.success(seen) && shows(seen, id),
      { why: 'the stack of a template to be read' },
    )
    return denies(caller, exchange, 'compose', id) ? exchange : null
  },
})

/** The first stack of a template, deleted once further ones were deployed in its project. */
export interface Outlasted {
  readonly further: readonly Exchange[]
  readonly removed: Exchange
  /** The read that denies it, where its delete was refused; null: none does. */
  readonly denied: Exchange | null
}

/** Deletes the first stack where it has served, and not when the turn is over: an error tells that it was gone before. */
export const templateOutlasted = evidence({
  id: 'template-outlasted',
  needs: { subject, control, unusual },
  after: [variations, shownEffect, templateUnread],
  on: does('makes', 'compose', 'template'),
  cost: () => 0,
  async gather({ subject: tried, control: sent, unusual: later, caller }): Promise<Outlasted> {
    const record = tried.is === 'create' && caller.success(sent) ? tried.record(sent) : null
    if (tried.is !== 'create' || !record?.alive)
      throw new Inconclusive('no stack of a template stands', undefined, [sent])
    const further = later.filter((one) => caller.success(one))
    const ids = further.map((one) => tried.record(one)?.id)
    if (ids.length === 0) throw new Inconclusive('a second stack of the template is refused', undefined, later)
    // One that is deployed into the stack of the first is deleted as that one.
    if (ids.some((id) => id === undefined || id === record.id))
      throw new Inconclusive('no second stack of the template is told apart from the first', undefined, further)
    const { remove, one } = lifeOf('compose')
    if (!caller.allows(remove) || !caller.allows(one)) throw new Inconclusive('no stack may be deleted and read')
    const removed = await tried.fixture.scene.remove(record)
    if (caller.success(removed)) return { further, removed, denied: null }
    const read = await caller.patience.eventually(
      () => caller.call({ operation: one, references: record.references }),
      (seen) => caller.success(seen) && shows(seen, record.id),
      { why: 'the first stack of a template to be read' },
    )
    return { further, removed, denied: denies(caller, read, 'compose', record.id) ? read : null }
  },
})
