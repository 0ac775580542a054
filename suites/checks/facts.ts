/** What nothing changes stays (docs/judgement.md, rule 16). */
import { objectsIn } from '../../fixtures/payload/find.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { isObject } from '../../schemas/json-object.ts'
import { does, type Operation } from '../../schemas/registry.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { lowerCase } from '../evidence/lower-case.ts'
import { unusual } from '../evidence/unusual.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { documentIn } from '../values/openapi.ts'
import { check, type Check } from './check.ts'
import { allOf, successful, valueOfResponse } from './seen.ts'
import { besides } from '../values/difference.ts'
import { isEmpty } from '../values/nothing.ts'

const reads = {
  version: does('reads', 'host', 'version'),
  cloud: does('reads', 'host', 'cloud'),
  description: does('reads', 'host', 'description'),
  templates: does('lists', 'template'),
  tags: does('lists', 'template', 'tags'),
  nodes: does('lists', 'node'),
  admin: does('reads', 'user', 'self'),
}

/** Whose record is shown, by its identifiers: not of lists that stand in it, which others change. */
function whoseIn(value: unknown): readonly string[] {
  if (!isObject(value)) return []
  const own = ['adminId', 'userId', 'authId'].filter((name) => typeof value[name] === 'string')
  if (own.length > 0) return own.map((name) => `${name} ${String(value[name])}`)
  const [inner, ...more] = Object.values(value).filter(isObject)
  return more.length === 0 ? whoseIn(inner) : []
}

const ordered = (texts: readonly string[]) => [...new Set(texts)].toSorted()

/** Of a list that nothing changes, which may name one thing twice, but as often each time. */
const counted = (texts: readonly string[]) => texts.toSorted()

/** The fact in a response of any shape, without what may change beside it; nothing where it is not shown. */
function factIn(value: unknown, operation: Operation): readonly string[] {
  if (reads.version(operation)) return ordered(textsIn(value).filter((text) => /^v?\d+(\.\d+)+[^\s,]*$/.test(text)))
  if (reads.cloud(operation)) {
    const flags = [value, ...objectsIn(value).flatMap((one) => Object.values(one))]
    return flags.filter((one) => typeof one === 'boolean').map(String)
  }
  if (reads.description(operation)) return ordered(Object.keys(Object(documentIn(value)?.['paths'])))
  if (reads.templates(operation))
    return counted(objectsIn(value).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])))
  if (reads.admin(operation)) return whoseIn(value)
  if (reads.nodes(operation)) return ordered(allOf(value, 'nodeId'))
  return counted(textsOfLists(value))
}

/** The texts that stand in lists. */
function textsOfLists(value: unknown): readonly string[] {
  const lists = [value, ...objectsIn(value).flatMap((one) => Object.values(one))].filter(Array.isArray)
  return lists.flatMap((list: readonly unknown[]) => list.filter((one) => typeof one === 'string'))
}

const same = check({
  id: 'facts/same',
  clause: (operation) =>
    reads.version(operation) ? 'VER-2' : reads.description(operation) ? 'VER-3' : operation.clause,
  claim: 'SHOULD return the same fact about its host each time',
  sends: 'the read several times: the valid request, and the same with a browser’s headers and with a long query',
  expects: 'the same version (otherwise a failure), templates, tags, nodes, paths, administrator, and cloud flag',
  kills: ['facts/*'],
  on: (operation) => Object.values(reads).some((is) => is(operation)),
  needs: { control, unusual, lower: optional(lowerCase) },
  prove({ control: sent, unusual: others, lower, ...context }) {
    const { operation } = context
    const more = [...new Set([...(lower ? [lower] : []), ...others])]
    const shown = [successful(sent, context), ...more].flatMap((exchange) => {
      const value = valueOfResponse(context, exchange)
      const fact = factIn(value, operation)
      // A success with nothing in it says that there is no such thing.
      return fact.length > 0 || (value !== undefined && isEmpty(value)) ? [{ exchange, fact }] : []
    })
    const stated = shown.some(({ fact }) => fact.length > 0) ? shown : []
    const [first] = stated
    if (!first || stated.length < 2)
      throw new Inconclusive('no two responses show the fact', undefined, [sent, ...more])
    const other = stated.find(({ fact }) => fact.join('\n') !== first.fact.join('\n'))
    if (!other) return
    const [was, is] = besides(first.fact, other.fact)
    throw new Breach({
      expected: `the same as before: ${was}`,
      got: is,
      exchanges: [first.exchange, other.exchange],
      ...(reads.version(operation) ? { level: 'MUST' as const } : {}),
      // A node may join or leave meanwhile, which a second try does not show again.
      ...(reads.nodes(operation) ? { change: true as const } : {}),
    })
  },
})

export const factChecks: readonly Check[] = [same]
