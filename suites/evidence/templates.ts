import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn, valueOf } from '../../fixtures/payload/find.ts'
import { does, doing } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'
import { templateOutlasted } from './template-outlasted.ts'
import { templateUnread } from './template-unread.ts'
import { unusual } from './unusual.ts'
import { variations } from './variations.ts'

/** What deploys of listed templates were answered, and the same of a template that nobody has. */
export interface Templates {
  readonly list: Exchange
  /** The first is that of the valid request. */
  readonly listed: readonly [Exchange, ...Exchange[]]
  /** null where it was not sent. */
  readonly unknown: Exchange | null
}

/** How many of the templates that are listed are tried besides the first, where that is refused. */
const MORE = 2

/**
 * Deploys the last template that is listed, or, where the first was refused, others; and one that nobody has. null: the target file says
 * which one to deploy, or none can be listed, and that one was deployed.
 */
export const templates = evidence({
  id: 'templates',
  needs: { subject, control },
  after: [variations, unusual, templateUnread, templateOutlasted],
  on: does('makes', 'compose', 'template'),
  // The list; the deploy of another, found and deleted, and of one that nobody has.
  cost: () => 5,
  async gather({ subject: tried, control: sent, caller, operation }): Promise<Templates | null> {
    const first = valueOf(sent.asked?.body, 'id')
    const isTaken = caller.success(sent)
    const lister = doing('lists', 'template')
    const isNamed = caller.options.target.sample[operation.id]?.['id'] !== undefined
    if (isTaken && (isNamed || !caller.allows(lister))) return null
    if (first === undefined || !caller.allows(lister)) throw new Inconclusive('no template is listed')
    const list = await caller.call({ operation: lister })
    const ids = objectsIn(list.response?.json.ok ? list.response.json.value : undefined).map(({ id }) => id)
    if (!isTaken && !ids.includes(first))
      throw new Inconclusive('the template that was asked for is not listed', undefined, [sent, list])
    const others = ids.filter((id) => typeof id === 'string' && id !== first)
    const deploy = (id: unknown) => tried.about('secondary', { body: { id } })
    const more: Exchange[] = []
    for (const id of isTaken ? others.slice(-1) : others.slice(0, MORE)) more.push(...[(await deploy(id)) ?? []].flat())
    const unknown = (await deploy(caller.values.unknownId())) ?? null
    if (!isTaken && (!unknown || more.length === 0))
      throw new Inconclusive('no second template is listed', undefined, [sent])
    return { list, listed: [sent, ...more], unknown }
  },
})
