import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'
import { does, doing } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'

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
