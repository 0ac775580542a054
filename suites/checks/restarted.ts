/** The restart of a container, seen in what is shown of all containers before and after it. */
import { does } from '../../schemas/registry.ts'
import { control } from '../evidence/control.ts'
import { probes } from '../evidence/probes.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { restartedOf, startsOf } from '../evidence/probes/starts.ts'
import { check, type Check, type Context } from './check.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { allOf, successful, valueOfAnswer } from './seen.ts'

/** By container, what these reads say of its starts. */
const said = (context: Context, reads: readonly Probe[]) =>
  startsOf(reads.map(({ of, exchange }) => ({ of, value: valueOfAnswer(context, exchange) })))

const restarted = check({
  id: 'engine/restarted',
  clause: 'NAME-4',
  claim: 'SHOULD restart the named container, and no other',
  sends:
    'engine.getContainers, and engine.getConfig of the expendable container and its neighbours, before and after; between them also the restart of an unknown one',
  expects: 'if another container shows a new start, the named one to show one too, and not all others',
  kills: ['engine/restarts-*'],
  on: does('changes', 'container'),
  needs: { control, probes },
  prove({ control: sent, probes: reads, ...context }) {
    const supply = 'expendable.containerId in the target file, of a container that may be restarted'
    successful(sent, context, supply)
    const [named = ''] = allOf(sent.asked?.body, 'containerId')
    const isBefore = ({ ask }: Probe) => ask === 'list-before' || ask === 'one-before'
    const before = said(context, reads.filter(isBefore))
    const after = said(
      context,
      reads.filter((one) => !isBefore(one)),
    )
    const exchanges = [...reads.map(({ exchange }) => exchange), sent]
    const changed = restartedOf(before, after)
    const [other, ...more] = changed.filter((one) => one !== named)
    const compared = [...before.keys()].filter((one) => one !== named && after.has(one))
    if (changed.includes(named) && other === undefined) {
      if (compared.length > 0) return
      throw new Inconclusive('no other container shows when it started', 'a host with a second container', exchanges)
    }
    if (changed.includes(named) && more.length > 0 && 1 + more.length === compared.length)
      throw new Breach({
        expected: `a new start of ${named} alone`,
        got: `a new start of all ${compared.length} others too`,
        cause: 'all containers restarted',
        exchanges,
        change: true,
      })
    // Another may have restarted by itself meanwhile.
    if (changed.includes(named))
      throw new Inconclusive(`${other} shows a new start beside the named container`, supply, exchanges)
    if (other === undefined || !before.has(named) || !after.has(named))
      throw new Inconclusive('nothing shows which container was restarted', supply, exchanges)
    throw new Breach({
      expected: `a new start of ${named}`,
      got: `${other}, which shows ${String(after.get(other)).trim()}; before: ${String(before.get(other)).trim()}`,
      cause: 'another container restarted',
      exchanges,
      change: true,
    })
  },
})

export const restartedChecks: readonly Check[] = [restarted]
