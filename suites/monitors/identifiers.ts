/** Identifiers are strings: judged on every success that shows one (docs/judgement.md, rule 6). */
import { objectsIn } from '../../fixtures/payload/find.ts'
import { isObject, type JsonObject } from '../../schemas/json-object.ts'
import { findOperation, identifierField, isRecordKind, type Operation } from '../../schemas/registry.ts'
import { fieldNames } from '../../schemas/vocabulary.ts'
import type { Monitor, Watched } from '../checks/check.ts'
import { listsIn } from '../checks/seen.ts'
import { control } from '../evidence/control.ts'

/** What a run can't make is identified so. */
const identified: Readonly<Record<string, readonly string[]>> = {
  user: ['userId', 'authId'],
  node: ['nodeId'],
  container: ['containerId'],
}

/** The names that this API alone gives: whatever bears one, that is its identifier. */
const own: ReadonlySet<string> = new Set(Object.values(identifierField))
/** The names that others may give to numbers of their own: judged where they stand in a record of the operation's kind. */
const common = fieldNames.filter((name) => name.endsWith('Id') && name !== 'betaProjectId' && !own.has(name))

const fieldsOf = ({ act: { kind } }: Operation): readonly string[] =>
  isRecordKind(kind) ? [identifierField[kind]] : (identified[kind] ?? [])

/** Raw files, measurements and what a stack consists of are shown in words of others. */
const readsWhole: ReadonlySet<string | undefined> = new Set([undefined, 'self', 'by-auth'])

/** The templates of stacks, whose `id` the specification states. */
const listsTemplates = ({ act }: Operation): boolean =>
  act.kind === 'template' && act.verb === 'lists' && act.aspect === undefined

/** Names by which a list may identify its templates besides: then `id` may be the number of a row. */
const BESIDE = ['templateId', 'template_id', 'slug', 'key']

/** The `id` of each template; none where another list stands beside, whose entries have an `id` of their own. */
function templateIds(value: unknown): readonly (readonly [string, unknown])[] {
  const lists = listsIn(value).filter((list) => list.some(isObject))
  const entries = lists.length === 1 ? (lists[0] ?? []).filter(isObject) : []
  if (entries.some((entry) => BESIDE.some((name) => typeof entry[name] === 'string'))) return []
  return entries.flatMap((entry) => ('id' in entry && entry['id'] !== null ? [['id', entry['id']] as const] : []))
}

const showsRecords = (operation: Operation): boolean => {
  const { verb, aspect, kind } = operation.act
  if (verb === 'makes' || verb === 'changes') return isRecordKind(kind)
  if (listsTemplates(operation)) return true
  return verb !== 'deletes' && fieldsOf(operation).length > 0 && (verb === 'lists' || readsWhole.has(aspect))
}

/** The identifiers that an object shows. */
function identifiersOf(object: JsonObject, fields: readonly string[]): readonly string[] {
  const isRecord = fields.some((field) => field in object)
  return Object.keys(object).filter(
    (name) => (own.has(name) || fields.includes(name) || (isRecord && common.includes(name))) && object[name] !== null,
  )
}

const identifiers: Monitor = {
  id: 'records/identifiers',
  clause: 'RES-1',
  claim: 'MUST show every identifier as a string',
  sends: 'nothing of its own',
  expects: 'no number under the name of an identifier, in any success that shows records',
  kills: ['identifiers/*'],
  whenBare: 'no response showed an identifier',
  needs: { control },
  on: showsRecords,
  watch(response, { profile, exchange }): Watched {
    const operation = findOperation(exchange.operation ?? '')
    if (!operation || !showsRecords(operation) || !response.json.ok || !profile.isSuccess(response)) return 'off'
    const fields = fieldsOf(operation)
    const { value: answered } = response.json
    const shown = listsTemplates(operation)
      ? templateIds(answered)
      : objectsIn(answered).flatMap((object) =>
          identifiersOf(object, fields).map((name) => [name, object[name]] as const),
        )
    if (shown.length === 0) return 'bare'
    const [name, value] = shown.find(([, one]) => typeof one === 'number' || typeof one === 'boolean') ?? []
    return name === undefined
      ? 'held'
      : { expected: `${name} as a string`, got: `${name} is ${JSON.stringify(value)}`, cause: 'another type' }
  },
}

export const identifierMonitors: readonly Monitor[] = [identifiers]
