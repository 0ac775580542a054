import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectBearing, valueOf } from '../../fixtures/payload/find.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import { does, doing, identifierField, lifeOf, operations } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import type { Caller } from '../scene/call.ts'
import { denies, valueIn } from '../scene/find-record.ts'
import type { SceneRecord } from '../scene/made.ts'
import { isTransient } from '../target/not-now.ts'
import { saysUnknown, shows } from '../target/profile.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { shownEffect } from './shown-effect.ts'
import { subject } from './subject.ts'
import { templateUnread } from './template-unread.ts'
import { unusual } from './unusual.ts'
import { variations } from './variations.ts'

/** The first stack of a template, deleted once further ones were deployed in its project. */
export interface Outlasted {
  readonly further: readonly Exchange[]
  /** One of them that shows the identifier of the first under another appName; then nothing is deleted. */
  readonly replaced: Exchange | null
  /** null where it was replaced. */
  readonly removed: Exchange | null
  /** The read that denies it, where its delete was refused; null: none does. */
  readonly denied: Exchange | null
  /** A first read that shows the template's identifier, an update of the stack, and a read that shows another one. */
  readonly moved?: readonly [Exchange, Exchange, Exchange]
  /** An update that renamed the stack, and the list, in which the template is called so too. */
  readonly renamed?: readonly [Exchange, Exchange]
  /** Further deploys of the same template, each refused as one that nobody has, and a list that does not show it. */
  readonly usedUp?: readonly Exchange[]
}

/** So many refusals say that it is gone. */
const TWICE = 2

/** Deletes the first stack where it has served, and not when the turn is over: an error tells that it was gone before. */
export const templateOutlasted = evidence({
  id: 'template-outlasted',
  needs: { subject, control, unusual },
  after: [variations, shownEffect, templateUnread],
  on: does('makes', 'compose', 'template'),
  // An update of the stack, the list of templates, and a read of the stack, where it shows its template.
  cost: () => 3,
  async gather({ subject: tried, control: sent, unusual: later, caller }): Promise<Outlasted> {
    const record = tried.is === 'create' && caller.success(sent) ? tried.record(sent) : null
    if (tried.is !== 'create' || !record?.alive)
      throw new Inconclusive('no stack of a template stands', undefined, [sent])
    const further = later.filter((one) => caller.success(one))
    const ids = further.map((one) => tried.record(one)?.id)
    if (ids.length === 0) {
      const usedUp = await unlisted(sent, later, caller)
      if (usedUp) return { further, replaced: null, removed: null, denied: null, usedUp }
      throw new Inconclusive('a second stack of the template is refused', undefined, later)
    }
    const appNameOf = ({ response }: Exchange): string | null => {
      const shown = response?.json.ok ? valueOf(response.json.value, 'appName') : undefined
      return typeof shown === 'string' ? shown : null
    }
    const own = appNameOf(sent)
    const isAnother = (one: Exchange) => own !== null && ![own, null].includes(appNameOf(one))
    const replaced = further.find((one) => tried.record(one)?.id === record.id && isAnother(one)) ?? null
    if (replaced) return { further, replaced, removed: null, denied: null }
    // One that is deployed into the stack of the first is deleted as that one.
    if (ids.some((id) => id === undefined || id === record.id))
      throw new Inconclusive('nothing tells a second stack of the template from the first', undefined, further)
    const { remove, one } = lifeOf('compose')
    if (!caller.allows(remove) || !caller.allows(one)) throw new Inconclusive('no stack may be deleted and read')
    const changed = await changedBy(record, sent, caller)
    if (changed.moved ?? changed.renamed) return { further, replaced, removed: null, denied: null, ...changed }
    const removed = await tried.fixture.scene.remove(record)
    if (caller.success(removed)) return { further, replaced, removed, denied: null }
    const read = await caller.patience.eventually(
      () => caller.call({ operation: one, references: record.references }),
      (seen) => caller.success(seen) && shows(seen, record.id),
      { why: 'the first stack of a template to be read' },
    )
    return { further, replaced, removed, denied: denies(caller, read, 'compose', record.id) ? read : null }
  },
})

/** Refusals as of what nobody has, and the list, where that does not show the template which was deployed. */
async function unlisted(
  deployed: Exchange,
  refused: readonly Exchange[],
  caller: Caller,
): Promise<readonly Exchange[] | null> {
  const lister = doing('lists', 'template')
  const of = valueOf(deployed.asked?.body, 'id')
  const denied = refused.filter((one) => saysUnknown(one, caller.profile) && !isTransient(one))
  if (denied.length < TWICE || typeof of !== 'string' || !caller.allows(lister)) return null
  const list = await caller.call({ operation: lister })
  const isListed = list.response?.json.ok !== true || objectBearing(list.response.json.value, of) !== undefined
  return caller.success(list) && !isListed ? [...denied.slice(0, TWICE), list] : null
}

const updates = operations.find(({ act }) => act.kind === 'compose' && act.whole === true)

/** Whether an update renames the template too, and whether it, or the job of the deploy meanwhile, has given the stack another one. */
async function changedBy(
  { name, references, shown, id }: SceneRecord,
  deployed: Exchange,
  caller: Caller,
): Promise<Pick<Outlasted, 'moved' | 'renamed'>> {
  const of = valueOf(deployed.asked?.body, 'id')
  const templateIn = (read: Exchange): unknown =>
    caller.success(read) ? recordIn(valueIn(read), identifierField.compose, id)?.['id'] : undefined
  if (!updates || typeof of !== 'string' || !caller.allows(updates)) return {}
  const body = { ...caller.validBody(updates, references), name: caller.values.name(), description: name }
  const updated = await caller.call({ operation: updates, references, body })
  const list = caller.success(updated) ? await listAfter(caller) : null
  const entry = list?.response?.json.ok ? objectBearing(list.response.json.value, of) : undefined
  if (list && entry?.['name'] === body.name) return { renamed: [updated, list] }
  if (!shown || templateIn(shown) !== of) return {}
  const isAnother = (read: Exchange) => templateIn(read) !== undefined && templateIn(read) !== of
  const read = await caller.patience.eventually(
    () => caller.call({ operation: lifeOf('compose').one, references }),
    (seen) => !isAnother(seen),
    { why: 'a stack to show its template' },
  )
  return isAnother(read) ? { moved: [shown, updated, read] } : {}
}

async function listAfter(caller: Caller): Promise<Exchange | null> {
  const lister = doing('lists', 'template')
  if (!caller.allows(lister)) return null
  await caller.quiet()
  return caller.call({ operation: lister })
}
