/** Containers and nodes: they are identified as listed, and a read is about the one that was asked for. */
import { mentions, objectsIn } from '../../fixtures/payload/find.ts'
import { does } from '../../schemas/registry.ts'
import { unlessGiven } from '../claim/supply.ts'
import { probes } from '../evidence/probes.ts'
import { check, type Check, type Context } from './check.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { saysUnknown } from '../target/profile.ts'
import { allOf, valueOfResponse } from './seen.ts'
import { identified } from './identified.ts'
import { holdToList } from './something.ts'

/** What a list shows of a container. */
interface Container {
  readonly id: string
  readonly names: readonly string[]
  readonly apps: readonly string[]
}

const plain = (name: unknown): string[] => (typeof name === 'string' && name !== '' ? [name.replace(/^\//, '')] : [])

const exchangesOf = (reads: readonly Probe[]) => reads.map(({ exchange }) => exchange)

const LISTED = 'a host that lists a container with its containerId'
const HOST = 'identifiers.containerId in the target file, of a container that runs'

/** The containers that are listed; throws where there is none. */
function containersIn(context: Context, reads: readonly Probe[]): readonly Container[] {
  const lists = reads.filter(({ ask }) => ask === 'list').map(({ exchange }) => valueOfResponse(context, exchange))
  const all = lists.flatMap(objectsIn).flatMap((object) => {
    const { containerId, name, appName } = object
    if (typeof containerId !== 'string' || containerId === '') return []
    return [{ id: containerId, names: plain(name), apps: plain(appName) }]
  })
  if (all.length === 0) throw new Inconclusive('no listed container has a containerId', LISTED, exchangesOf(reads))
  return all
}

/** Engines show a container by its whole identifier or by its first twelve characters. */
const sameId = (one: string, other: string): boolean =>
  one === other || (one.length >= 12 && other.startsWith(one)) || (other.length >= 12 && one.startsWith(other))

/** Whether a response is about a container: it shows its identifier, whole or in part. */
const showsId = (value: unknown, { id }: Container): boolean =>
  mentions(value, id) ||
  objectsIn(value).some((object) =>
    Object.entries(object).some(([name, text]) => /id$/i.test(name) && typeof text === 'string' && sameId(text, id)),
  )

/** Another's identifier where an answer, as engines do, calls what it is about `Id`: whatever else it names, it is of that one. */
function isAnothers(value: unknown, own: Container, others: readonly Container[]): boolean {
  const [shown] = objectsIn(value).flatMap((object) =>
    Object.entries(object).flatMap(([name, id]) => (/^id$/i.test(name) && typeof id === 'string' ? [id] : [])),
  )
  return shown !== undefined && !sameId(shown, own.id) && others.some(({ id }) => sameId(shown, id))
}

const config = check({
  id: 'engine/config',
  clause: 'NAME-5',
  claim: 'SHOULD show the requested container',
  sends: 'engine.getContainers, and engine.getConfig of several containers that it lists',
  expects: 'each response to show the identifier or the name of the requested container, and of no other',
  kills: ['engine/another-config', 'engine/renamed-config', 'engine/config-*', 'engine/unreadable'],
  on: does('reads', 'container'),
  needs: { probes },
  prove({ probes: reads, ...context }) {
    const all = containersIn(context, reads)
    let confirmed = 0
    for (const { ask, of, exchange } of reads) {
      const own = all.find(({ id }) => sameId(id, of))
      const value = valueOfResponse(context, exchange)
      if (ask !== 'one' || !own || value === undefined || value === null) continue
      const others = all.filter(({ id }) => !sameId(id, own.id))
      const breach = new Breach({ expected: `the container ${own.id}`, got: inWords(exchange), exchanges: [exchange] })
      const [shown] = allOf(value, 'containerId')
      if (shown !== undefined ? !sameId(shown, own.id) : isAnothers(value, own, others)) throw breach
      const named = own.names.some((name) => mentions(value, name))
      const othersName = plain(objectsIn(value).find((object) => 'name' in object)?.['name'])[0]
      if (!named && othersName !== undefined && others.some(({ names }) => names.includes(othersName))) throw breach
      const here = showsId(value, own) || named
      if (!here && others.some((other) => showsId(value, other))) throw breach
      if (here) confirmed += 1
    }
    holdToList(
      reads,
      all.map(({ id }) => id),
      context,
    )
    if (confirmed === 0)
      throw new Inconclusive(
        'no response shows which container it describes',
        unlessGiven(HOST, context.placeholders),
        exchangesOf(reads),
      )
  },
})

const matches = check({
  id: 'engine/containers',
  clause: 'NAME-5',
  claim: 'SHOULD list the containers of the requested name, and no others',
  sends: 'the names of several containers that engine.getContainers lists, and an unknown name',
  expects: 'the identifier of the container with that name, and nothing for the unknown name',
  kills: ['engine/any-label', 'engine/no-match', 'engine/other-match', 'engine/cut-id'],
  on: ({ act }) => act.verb === 'lists' && act.kind === 'container' && act.aspect !== undefined,
  needs: { probes },
  prove({ probes: reads, ...context }) {
    const all = containersIn(context, reads)
    const nobody = reads.find(({ ask }) => ask === 'unknown')
    const foreign = nobody && all.find((one) => showsId(valueOfResponse(context, nobody.exchange), one))
    if (nobody && foreign)
      throw new Breach({
        expected: 'no container for an unknown name',
        got: `the container ${foreign.id}`,
        cause: 'an unknown name',
        exchanges: [nobody.exchange],
      })
    const [part, whole] = [reads.find(({ ask }) => ask === 'part'), reads.find(({ ask }) => ask === 'whole')]
    const isKnown = whole?.exchange.response && context.profile.isSuccess(whole.exchange.response)
    if (part?.exchange.response && isKnown && saysUnknown(part.exchange, context.profile))
      throw new Breach({
        expected: 'an identifier by which the container is known',
        got: `${part.of}, of which ${part.exchange.operation} knows nothing: it knows ${whole.of}`,
        cause: 'a part of an identifier',
        exchanges: [
          ...exchangesOf(reads.filter(({ ask }) => ask === 'list' || ask === 'one')),
          part.exchange,
          whole.exchange,
        ],
      })
    let confirmed = 0
    let missing: Breach | undefined
    for (const { ask, of, exchange } of reads) {
      const value = valueOfResponse(context, exchange)
      if (ask !== 'one' || value === undefined) continue
      const own = all.filter(({ names, apps }) => (apps.length > 0 ? apps : names).includes(of))
      const shown = all.filter((one) => showsId(value, one))
      const breach = new Breach({ expected: `a container of ${of}`, got: inWords(exchange), exchanges: [exchange] })
      if (own.some((one) => shown.includes(one))) confirmed += 1
      // A part of a name may match too.
      else if (shown.some(({ names, apps }) => ![...names, ...apps].some((name) => name.includes(of)))) throw breach
      else if (own.some(({ apps }) => apps.length > 0)) missing ??= breach
    }
    // One that has stopped may be left out; that none is ever found can't be meant. A label need not be what is listed.
    if (confirmed === 0 && missing && context.operation.act.aspect === 'of-name') throw missing
    if (confirmed === 0)
      throw new Inconclusive(
        'no response shows a container: perhaps no listed container has such a name',
        'a host that has a container of an application',
        exchangesOf(reads),
      )
  },
})

export const machineChecks: readonly Check[] = [
  identified('engine/identified', 'RES-container', 'container', 'containerId', ['engine/id-case']),
  config,
  matches,
  identified('people/identified', 'RES-user', 'user', 'userId', ['people/id-number', 'people/id-snake']),
  identified('cluster/nodes', 'RES-node', 'node', 'nodeId', ['cluster/node-case', 'cluster/nodes-alike']),
]
