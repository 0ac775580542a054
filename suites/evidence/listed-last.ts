import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { doing, type Operation } from '../../schemas/registry.ts'
import { Skipped } from '../claim/finding.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { probes } from './probes.ts'
import { unusual } from './unusual.ts'
import { QUIET } from '../target/patience.ts'
import { variations } from './variations.ts'

const isListed = ({ act }: Operation) => act.verb === 'deletes' && (act.kind === 'node' || act.kind === 'user')

/** A list of nodes or users, and whether such a list changes while nothing is sent. */
export interface ListedLast {
  readonly exchange: Exchange
  readonly moves: boolean
}

/** What identifies each entry of a list, under whatever names. */
const entriesOf = ({ response }: Exchange): readonly (readonly string[])[] =>
  objectsIn(response?.json.ok ? response.json.value : undefined).map((entry) =>
    Object.entries(entry).flatMap(([name, value]) => (/id$/i.test(name) && typeof value === 'string' ? [value] : [])),
  )

const idsIn = (list: Exchange): ReadonlySet<string> => new Set(entriesOf(list).flat())

/** The list of nodes or users once more, after who is gone was named again and again: none of these may take another along. */
export const listedLast = evidence({
  id: 'listed-last',
  needs: { control, probes },
  after: [variations, unusual],
  on: isListed,
  cost: () => 1,
  async gather({ operation, caller, control: sent, probes: reads }): Promise<ListedLast> {
    const lister = doing('lists', operation.act.kind)
    if (!caller.allows(lister)) throw new Skipped('the operation that lists them may not be sent')
    const exchange = await caller.call({ operation: lister })
    const named = new Set(textsIn(sent.asked?.body))
    const there = idsIn(exchange)
    const before = reads.find(({ ask }) => ask === 'list-before')
    const others = before ? entriesOf(before.exchange).filter((ids) => !ids.some((id) => named.has(id))) : []
    const isMissed = others.flat().some((id) => !there.has(id))
    if (!isMissed || !caller.success(exchange)) return { exchange, moves: false }
    // A colleague may have removed some, or make some come and go all the time.
    await caller.patience.rest(QUIET, 'what moves by itself to move')
    const later = idsIn(await caller.call({ operation: lister }))
    return { exchange, moves: later.size !== there.size || [...later].some((id) => !there.has(id)) }
  },
})
