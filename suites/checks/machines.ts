/** Containers and nodes: they are identified as listed, and a read is about the one that was asked for. */
import { isDeepStrictEqual } from 'node:util'
import { mentions, objectsIn, spelledLike } from '../../fixtures/payload/find.ts'
import { does, doing } from '../../schemas/registry.ts'
import { unlessGiven } from '../claim/supply.ts'
import { control } from '../evidence/control.ts'
import { probes } from '../evidence/probes.ts'
import { check, type Check, type Context } from './check.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { allOf, successful, valueOfResponse } from './seen.ts'
import { holdToList } from './something.ts'

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The lists of objects in a response, but for those inside of another. */
export function listsIn(value: unknown): readonly (readonly Fields[])[] {
  if (Array.isArray(value)) {
    const items = value.filter(isObject)
    return items.length > 0 ? [items] : []
  }
  return isObject(value) ? Object.values(value).flatMap(listsIn) : []
}

/** The identifier under which a list shows two things that differ. */
const doubled = (items: readonly Fields[], field: string): string | undefined =>
  items
    .map((one) => one[field])
    .find(
      (id, at): id is string =>
        typeof id === 'string' &&
        items.slice(0, at).some((other) => other[field] === id && !isDeepStrictEqual(other, items[at])),
    )

const identified = (
  id: string,
  clause: string,
  what: 'container' | 'node' | 'user',
  field: string,
  kills: readonly string[],
): Check =>
  check({
    id,
    clause,
    claim: `MUST identify a ${what} by ${field}, a string`,
    sends: `a valid ${doing('lists', what).id}`,
    expects: `each ${what} in the list to have ${field}, not under a name that differs by case, underscore or a letter; no ${field} under which two differ; the engine’s own id is a note`,
    kills,
    on: does('lists', what),
    needs: { control },
    prove({ control: sent, ...context }) {
      const supply = `a host that has a ${what}, and shows its ${field}`
      successful(sent, context, supply)
      const value = valueOfResponse(context, sent)
      const [items, ...more] = listsIn(value)
      const [first] = items ?? []
      if (!first) throw new Inconclusive({ text: `no ${what} is listed`, cause: 'none is listed' }, supply, [sent])
      const named = objectsIn(value).filter((object) => field in object)
      const odd = named.find((object) => typeof object[field] !== 'string')
      if (odd)
        throw new Breach({
          expected: `${field} to be a string`,
          got: JSON.stringify(odd[field]),
          cause: 'another type',
          exchanges: [sent],
        })
      // Of a user several memberships may be listed.
      const twice = what === 'user' ? undefined : doubled(items ?? [], field)
      if (twice !== undefined)
        throw new Breach({
          level: 'SHOULD',
          expected: `each ${what} to have a ${field} of its own`,
          got: `two that differ under the ${field} ${twice}`,
          cause: 'one identifier for two',
          exchanges: [sent],
        })
      if (named.length > 0) return
      if (more.length > 0)
        throw new Inconclusive(
          { text: `several lists are shown, and ${field} in none of them`, cause: 'several lists are shown' },
          undefined,
          [sent],
        )
      const [other] = spelledLike(first, field)
      if (other !== undefined)
        throw new Breach({
          expected: `the name ${field}`,
          got: `the name ${other}`,
          cause: 'another name',
          exchanges: [sent],
        })
      // What a list shows is not stated: it may well be the engine's own, handed on as it is.
      const own = Object.keys(first).find((name) => name.toLowerCase() === 'id')
      if (own !== undefined)
        throw new Breach({
          level: 'MAY',
          expected: `the name ${field}`,
          got: `the name ${own}`,
          cause: 'another name',
          exchanges: [sent],
        })
      throw new Inconclusive(
        { text: `a ${what} is listed, and nothing like ${field} is shown of it`, cause: 'no such field is shown' },
        undefined,
        [sent],
      )
    },
  })

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
  kills: ['engine/any-label', 'engine/no-match', 'engine/other-match'],
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
