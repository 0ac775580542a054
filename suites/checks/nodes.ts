/** The removal of a node, seen in what is listed before and after it. */
import { objectBearing } from '../../fixtures/payload/find.ts'
import { does } from '../../schemas/registry.ts'
import { orAnother, unlessGiven } from '../claim/supply.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { listedLast } from '../evidence/listed-last.ts'
import { probes } from '../evidence/probes.ts'
import { check } from './check.ts'
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { saysGone } from '../values/says-gone.ts'
import { listsIn } from './identified.ts'
import { allOf, isDenied, isTakenForUnknown, successful, valueOfResponse } from './seen.ts'

/** The name under which a list shows this node's identifier: the stated one, or the engine's own. Of one that nobody has, the stated one. */
function nameOf(list: unknown, nodeId: string, isMadeUp: boolean): string | undefined {
  const stated = allOf(list, 'nodeId')
  if (stated.includes(nodeId) || (isMadeUp && stated.length > 0)) return 'nodeId'
  const own = isMadeUp ? /^id$/i : undefined
  return listsIn(list)
    .flat()
    .flatMap((item) => Object.keys(item).find((key) => own?.test(key) ?? item[key] === nodeId) ?? [])[0]
}

/** The identifiers that a list shows under that name; of the engine's own, those of its items alone. */
const nodesIn = (list: unknown, name: string): readonly unknown[] =>
  name === 'nodeId'
    ? allOf(list, name)
    : listsIn(list)
        .flat()
        .flatMap((item) => item[name] ?? [])

const node = 'expendable.nodeId in the target file, of a node that may be removed'

export const removed = check({
  id: 'cluster/removed',
  clause: 'NAME-3',
  claim: 'SHOULD remove the named node, and no other',
  sends:
    'cluster.getNodes before and after the removals of an unknown node and of the expendable one; that node named again, and the list',
  expects: 'every node as before, except the removed one',
  kills: [
    'cluster/removes-nothing',
    'cluster/removes-another',
    'cluster/removes-the-next',
    'cluster/removes-for-unknown',
    'cluster/removes-last-for-unknown',
    'cluster/removes-the-same',
    'cluster/removes-none-known',
  ],
  on: does('deletes', 'node'),
  needs: { control, probes, listedLast: optional(listedLast) },
  prove({ control: sent, probes: reads, listedLast: later, ...context }) {
    const supply = unlessGiven(node, context.placeholders)
    const [nodeId = ''] = allOf(sent.asked?.body, 'nodeId')
    const exchanges = [...reads.map(({ exchange }) => exchange), sent]
    const shown = (ask: Probe['ask']) => {
      const found = reads.find((probe) => probe.ask === ask)
      return found && valueOfResponse(context, found.exchange)
    }
    const [before, after] = [shown('list-before'), shown('list')]
    const isMadeUp = context.placeholders.length > 0
    const name = nameOf(before, nodeId, isMadeUp)
    const last = later && valueOfResponse(context, later.exchange)
    const lists = before === undefined || after === undefined || name === undefined ? [] : [after, last ?? after]
    for (const list of lists) {
      const there = nodesIn(list, name ?? '')
      const gone = nodesIn(before, name ?? '').filter((id) => id !== nodeId && !there.includes(id))
      if (gone.length > 0 && later?.moves)
        throw new Inconclusive('nodes come and go in the list while nothing is sent', undefined, exchanges)
      // Whatever the removal was answered: nobody asked for this one's.
      if (gone.length > 0)
        throw new Breach({
          expected: 'every other node to be listed',
          got: `${gone.join(', ')} missing`,
          cause: 'other nodes missing',
          exchanges: list === after || !later ? exchanges : [...exchanges, later.exchange],
        })
    }
    const isListed = (list: unknown) => name !== undefined && nodesIn(list, name).includes(nodeId)
    if (!isMadeUp && isListed(before) && isListed(after) && isDenied(sent, reads, nodeId))
      throw new Breach({
        expected: `the listed node ${nodeId} to be known`,
        got: inWords(sent),
        cause: 'not known',
        exchanges,
      })
    // Its own removal was refused, and that of an unknown one was taken.
    if (
      !isMadeUp &&
      isListed(before) &&
      after !== undefined &&
      !isListed(after) &&
      isTakenForUnknown(sent, reads, context)
    )
      throw new Breach({
        expected: `the node ${nodeId} to be listed until it is removed`,
        got: `no such node once an unknown one was removed, and for itself ${inWords(sent)}`,
        cause: 'removed for an unknown one',
        exchanges,
      })
    successful(sent, context, orAnother(node, context.placeholders))
    if (name === undefined || after === undefined || isMadeUp)
      throw new Inconclusive('the node was not listed before, so nothing shows that it is gone', supply, exchanges)
    if (!nodesIn(after, name).includes(nodeId)) return
    // A node that was told to go may be listed as gone for a while.
    const leaves = (list: unknown) => saysGone(objectBearing(list, nodeId), 'member')
    const soft = leaves(after) && !leaves(before)
    throw new Breach({
      expected: 'the removed node to be listed no more',
      got: soft ? 'a node that says that it is going' : `the node ${nodeId}`,
      cause: soft ? 'marked as leaving' : 'still listed',
      exchanges,
      ...(soft ? { level: 'MAY' } : {}),
    })
  },
})
