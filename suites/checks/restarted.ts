/** The restart of a container, seen in what is shown of all containers before and after it. */
import { does } from '../../schemas/registry.ts'
import { orAnother, unlessGiven } from '../claim/supply.ts'
import { control } from '../evidence/control.ts'
import { probes } from '../evidence/probes.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { comparedOf, restartedOf, startsOf, type Said } from '../evidence/probes/starts.ts'
import { check, type Check, type Context } from './check.ts'
import { objectBearing } from '../../fixtures/payload/find.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { mayAnswerSoon } from '../target/not-now.ts'
import { sameSort, sortOf } from '../target/profile.ts'
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'
import { allOf, isDenied, successful, valueOfResponse } from './seen.ts'

/** By container, what these reads say of its starts. */
const said = (context: Context, reads: readonly Probe[]) =>
  startsOf(reads.map(({ of, exchange }) => ({ of, value: valueOfResponse(context, exchange) })))

const inText = ({ listed, read }: Said = {}): string => [...new Set([listed ?? [], read ?? []].flat())].join(', ')

/** Whether it is shown as what the run has deployed meanwhile: its name bears that of one of the run's records. */
const isOfRun = (id: string, reads: readonly Probe[], { profile, run }: Context): boolean =>
  run !== undefined &&
  reads.some(({ exchange }) =>
    textsIn(objectBearing(valueOfResponse({ profile }, exchange), id)).some((text) => text.includes(run)),
  )

/**
 * Whether the named container was shown before, and its read now denies it as one that nobody has; and the list shows neither it
 * nor a new one, for a cluster may put another container in its place.
 */
function isLost(named: string, before: readonly Probe[], after: readonly Probe[], context: Context): boolean {
  const { profile } = context
  const value = ({ exchange }: Probe) => valueOfResponse(context, exchange)
  const isNamed = ({ of }: Probe) => of === named
  const bearing = (reads: readonly Probe[]) => reads.some((one) => objectBearing(value(one), named) !== undefined)
  const listed = (reads: readonly Probe[]) =>
    reads.filter(({ of }) => of === '').flatMap((one) => allOf(value(one), 'containerId'))
  const [last] = after.filter(isNamed).map(({ exchange }) => exchange)
  if (!last || !bearing(before.filter(isNamed)) || bearing(after)) return false
  const nobody = before.flatMap(({ ask, exchange }) => (ask === 'unknown' ? [sortOf(exchange)] : []))
  if (![...nobody, ...profile.unknownIds].some((known) => sameSort(known, sortOf(last)))) return false
  const [were, are] = [listed(before), listed(after)]
  return (
    !profile.isRefusal(last) && are.length > 0 && are.every((id) => were.includes(id) || isOfRun(id, after, context))
  )
}

/** What a container is called, where a list says so. */
function namesOf(list: unknown, id: string): readonly string[] {
  const entry = objectBearing(list, id)
  return Object.entries(entry ?? {}).flatMap(([key, value]) => (/^names?$/i.test(key) ? textsIn(value) : []))
}

/**
 * A container that is listed only since, and has the name of the named one, which is listed still; undefined: none has. A cluster
 * that puts another in its place gives it another name.
 */
function doubleOf(
  named: string,
  before: readonly Probe[],
  after: readonly Probe[],
  context: Context,
): string | undefined {
  const listOf = (reads: readonly Probe[]) => {
    const list = reads.find(({ ask }) => ask.startsWith('list'))
    return list && valueOfResponse(context, list.exchange)
  }
  const [was, is] = [listOf(before), listOf(after)]
  const [known, listed] = [allOf(was, 'containerId'), allOf(is, 'containerId')]
  if (!known.includes(named) || !listed.includes(named)) return undefined
  const names = namesOf(was, named)
  return listed.find((id) => !known.includes(id) && namesOf(is, id).some((name) => names.includes(name)))
}

const restarted = check({
  id: 'engine/restarted',
  clause: 'NAME-4',
  claim: 'SHOULD restart the named container, and no other',
  sends:
    'engine.getContainers, and engine.getConfig of the expendable container and its neighbours, before and after; between them also the restart of an unknown one',
  expects:
    'the named container to be there still, and once; if another one shows a new start, the named one to show one too, and not all others',
  kills: ['engine/restarts-*'],
  on: does('changes', 'container'),
  needs: { control, probes },
  prove({ control: sent, probes: reads, ...context }) {
    const container = 'expendable.containerId in the target file, of a container that may be restarted'
    const [named = ''] = allOf(sent.asked?.body, 'containerId')
    const isShown = (sorts: readonly Probe['ask'][]) =>
      reads.some(
        ({ ask, exchange }) =>
          sorts.includes(ask) && objectBearing(valueOfResponse(context, exchange), named) !== undefined,
      )
    if (
      named !== '' &&
      isShown(['list', 'one']) &&
      isShown(['list-before', 'one-before']) &&
      isDenied(sent, reads, named)
    )
      throw new Breach({
        expected: `${named}, which reads show, to be known`,
        got: inWords(sent),
        cause: 'not known',
        exchanges: [...reads.map(({ exchange }) => exchange), sent],
      })
    successful(sent, context, orAnother(container, context.placeholders))
    const supply = unlessGiven(container, context.placeholders)
    const isAfter = ({ ask }: Probe) => ask === 'list' || ask === 'one'
    const readsBefore = reads.filter((one) => !isAfter(one))
    const readsAfter = reads.filter(isAfter)
    const [before, after] = [said(context, readsBefore), said(context, readsAfter)]
    const exchanges = [...reads.map(({ exchange }) => exchange), sent]
    if (isLost(named, readsBefore, readsAfter, context))
      throw new Breach({
        expected: `${named} to be there after its restart`,
        got: `neither its read nor the list shows it: ${inWords(readsAfter.find(({ of }) => of === named)?.exchange ?? sent)}`,
        cause: 'container lost',
        exchanges,
      })
    const double = doubleOf(named, readsBefore, readsAfter, context)
    if (double !== undefined)
      throw new Breach({
        expected: `${named} to be the one container of its name`,
        got: `${double} beside it, which the list did not show before`,
        cause: 'container doubled',
        exchanges,
        change: true,
      })
    // What one of two reads does not show, the other alone would show as another start.
    if (reads.some(({ exchange }) => mayAnswerSoon(exchange, context.profile)))
      throw new Inconclusive('a read of the containers was answered that it is not the time', undefined, exchanges)
    // What the run deploys and starts for records of its own meanwhile says nothing of this restart.
    const isStartedByRun = (id: string) => id !== named && isOfRun(id, reads, context)
    const changed = restartedOf(before, after)
    const [other, ...more] = changed.filter((one) => one !== named && !isStartedByRun(one))
    const known = comparedOf(before, after)
    const compared = known.filter((one) => one !== named && !(changed.includes(one) && isStartedByRun(one)))
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
    if (other === undefined || !known.includes(named))
      throw new Inconclusive('nothing shows which container was restarted', supply, exchanges)
    throw new Breach({
      expected: `a new start of ${named}`,
      got: `${other}, which shows ${inText(after.get(other))}; before: ${inText(before.get(other))}`,
      cause: 'another container restarted',
      exchanges,
      change: true,
    })
  },
})

export const restartedChecks: readonly Check[] = [restarted]
