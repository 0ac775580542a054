/** Which variants stand on one server: what each changes, so that no two on one server change the same. */
import type { AwayVariant } from '../../fixtures/away/index.ts'
import type { Variant } from '../../fixtures/reference/wrap.ts'
import { fill } from './batches.ts'

/** What a variant changes; null for one that has a server of its own. One that is not listed changes its family's ways. */
type Ways = Readonly<Record<string, readonly string[] | null>>

/**
 * Families of the reference server's variants, in the order in which they wrap it: what changes values comes before what changes
 * errors, and what changes bytes comes last. A family that is not listed stays alone; a variant may have a layer of its own.
 */
const layers: readonly string[] = [
  'ids',
  'process',
  'params',
  'writes',
  'deploy',
  'host',
  'reads',
  'deletes',
  'creates',
  'habits',
  'answers',
  // An envelope is put around what the others of the family have changed.
  'answers/result-data-json',
  'answers/data',
  'auth',
  'errors',
  // Some errors leave out what is not listed, and all others are told by their status.
  'habits/address-in-errors',
  'errors/all-200',
  'limits',
  'wire',
]

/** What an error tells beside its status. */
const textsOfErrors = ['codes', 'messages', 'issues']

/** What a server that takes any body has in common with others. */
const takesAnything = (
  'writes/params/subjects/optional fields/configurations/fields of bodies/types of bodies/parameters of queries/' +
  'names/users/names of variables/ports/values/amounts/sizes/rates'
).split('/')

/**
 * They share a server with each other, and with no others: an envelope around every success, and a list of which only the end is
 * shown, hide what others change; and beside others the few fields that may be missing stand out.
 */
const corner: ReadonlySet<string> = new Set(['ids/short-containers', 'reads/paged-in-words', 'params/null-is-missing'])

/** They refuse different operations, and hide nothing of each other; what any other changes might not be seen beside them. */
export const refusing: ReadonlySet<string> = new Set(['auth/read-only-host', 'deploy/refused'])

/**
 * Those of a set share a server with each other, and with no others. The last came when all others had their places: beside them the
 * others would change places, and some draw together what none of them draws.
 */
const sets: readonly ReadonlySet<string>[] = [
  corner,
  refusing,
  new Set(['ids/next-free', 'limits/overloaded', 'limits/one-at-a-time']),
  new Set(['ids/counted', 'habits/nodes-seen-later']),
  new Set(['ids/any-case', 'params/any-body-where-nothing-is-sought', 'reads/nested-copies']),
]

/** Of either server: a run waits long for what they show late, or for when they may be asked again. */
export const slow: ReadonlySet<string> = new Set([
  'writes/seen-later',
  'writes/lenient',
  'habits/nodes-seen-later',
  'habits/older-copies',
  'wire/slow',
  'behaviour/slow-sight',
])

export const ways: Ways = {
  // They refuse or delay so much that what others beside them are accused of might not be seen.
  'auth/few-rights': null,
  'limits/busy': null,
  'auth/any-address': ['addresses'],
  // Every second read of any record is of another time.
  'habits/older-copies': null,
  'limits/one-at-a-time': ['creates of mounts'],
  'limits/overloaded': ['creates of registries'],
  'auth/read-only-host': ['operations that change the host'],
  'deploy/refused': ['deploys'],
  // Updates that are refused for a while hide what others change of them.
  'deploy/refuses-updates': null,
  'ids/short-containers': ['ids of containers'],
  'reads/paged-in-words': ['lists'],
  'params/null-is-missing': ['missing fields'],
  // A server that takes any body is lenient everywhere, and may not be strict in places as well.
  'writes/lenient': takesAnything,
  'params/some-optional': ['params', 'optional fields'],
  'writes/config-anew': ['writes', 'configurations'],
  // Of either little is left to be seen.
  'creates/true': ['creates', 'reads', 'lagMs'],
  'reads/few-fields': ['reads', 'creates', 'configurations'],
  'reads/invited-by': ['invitations'],
  'host/crash-loop': ['containers'],
  'habits/looks-for-nobody': ['subjects'],
  'habits/address-in-errors': ['members of errors'],
  'habits/prefix-optional': ['optional fields'],
  'habits/stage-optional': ['optional fields'],
  'habits/list-of-one': ['optional fields'],
  'habits/config-in-file': ['configurations'],
  'habits/nodes-seen-later': ['nodes'],
  // In an empty list of containers it shows what is none.
  'answers/list-soft-deleted': ['deletes', 'containers'],
  'host/no-containers': ['host', 'containers'],
  'answers/result-data-json': ['envelope'],
  'answers/data': ['envelope'],
  'answers/setting-objects': ['settings'],
  'answers/settings-trimmed': ['settings'],
  'answers/config-object': ['configurations'],
  'answers/openapi-text': ['description'],
  'answers/openapi-part': ['description'],
  'answers/engine-lists': ['nodes'],
  'answers/volatile': ['stamps'],
  'errors/all-400': ['status of errors'],
  'errors/all-200': ['status of errors'],
  'errors/all-500': ['status of errors'],
  'errors/mixed-statuses': ['status of errors'],
  'errors/refusals-403': ['status of errors'],
  'errors/refusals-hidden': ['status of errors', ...textsOfErrors],
  'errors/nothing-told': ['status of errors', ...textsOfErrors],
  'errors/further-fields': ['members of errors', 'issues'],
  'errors/no-empty-issues': ['issues'],
  'errors/no-issues': ['issues'],
  'errors/greek': ['messages', 'issues'],
  'errors/auth-codes': ['codes'],
  'errors/one-text': textsOfErrors,
  'errors/names-path': ['messages'],
  'errors/request-id': ['messages'],
  // It wraps successes as well.
  'errors/stamped': ['members of errors', 'envelope', 'stamps'],
  'errors/stack-shown': ['members of errors'],
  'errors/codes-as-numbers-in-text': ['codes'],
  'limits/strict-body': ['fields of bodies'],
  'limits/strict-query': ['parameters of queries'],
  'limits/json-type-required': ['types of bodies'],
  'limits/unique-names': ['names'],
  'limits/names': ['names'],
  'limits/unique-users': ['users'],
  'limits/env-names': ['names of variables'],
  'limits/unique-ports': ['ports'],
  'limits/port-numbers': ['ports'],
  'limits/narrow-ports': ['ports'],
  'limits/quota': ['amounts'],
  'limits/known-values': ['values'],
  'limits/sizes': ['sizes'],
  'limits/rate': ['rates'],
  'limits/create-rate': ['rates'],
  'limits/lock-out': ['rates'],
  'wire/charset': ['media type'],
  'wire/upper-case-type': ['media type'],
  'wire/close': ['connection'],
  'wire/slow': ['pace'],
}

/** The like of the away server. */
export const awayWays: Ways = {
  'answers/always-200': ['status'],
  'answers/always-201': ['status'],
  'answers/bare': ['envelope'],
  'answers/more-envelope': ['envelope'],
  'answers/empty-objects': ['answers of writes'],
  'answers/yes': ['answers of writes'],
  'answers/whole-record': ['answers of writes'],
  'answers/location-only': null,
  'answers/nested': ['record'],
  'answers/least': null,
  'answers/large': null,
  'answers/no-nulls': ['record'],
  'answers/secrets-masked': ['secrets'],
  'answers/secrets-left-out': ['secrets'],
  'behaviour/secrets-hashed': ['secrets'],
  'rules/strict-names': ['names'],
  'behaviour/names-trimmed': ['names'],
  'behaviour/names-composed': ['names'],
  'rules/plain-app-names': ['app names'],
  'rules/app-names-unique': ['app names'],
  'behaviour/app-names-lowered': ['app names'],
  'behaviour/app-name-suffix': ['app names'],
  'rules/published-ports-unique': ['ports'],
  'rules/reload-checks-name': ['reload'],
  'rules/idle-only': ['statuses'],
  'rules/any-status': ['statuses'],
  'rules/unknown-fields-refused': ['bodies'],
  'rules/small-bodies': ['bodies'],
  'behaviour/number-identifiers': ['identifiers'],
  'behaviour/tombstones': ['deleted'],
  'behaviour/delete-again': ['deleted'],
  'behaviour/slow-sight': null,
  'behaviour/work-at-once': ['work'],
  'behaviour/work-slowly': ['work'],
  'errors/all-400': ['error status'],
  'errors/forbidden-403': ['error status'],
  'errors/more-members': ['error members'],
  'errors/capital-codes': ['error codes'],
  'errors/paths-before-tokens': ['unknown paths'],
  // It answers 429, which is an error status too; and what is refused so is tried again, which takes long.
  'wire/rate-limit': null,
  'wire/chunked': ['bytes'],
  'wire/pretty': ['bytes'],
  'wire/gzip': ['bytes'],
  'wire/connection-close': ['connection'],
  'wire/no-head': ['methods'],
}

const familyOf = (id: string) => id.slice(0, id.indexOf('/'))
const layerOf = (id: string) => layers.indexOf(layers.includes(id) ? id : familyOf(id))
const listed = (all: Ways, id: string): readonly string[] | null | undefined => all[id]

/** Variants of the reference server that change different things, in the order in which they wrap it. */
export function batchesOfVariants(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const places = new Map(variants.map((one, at) => [one, layerOf(one.id) * variants.length + at]))
  const placeOf = (one: Variant) => places.get(one) ?? 0
  // What changes much first: it finds no room between others.
  const hardest = variants.toSorted((one, other) => (changedBy(other)?.length ?? 0) - (changedBy(one)?.length ?? 0))
  const inSet = ({ id }: Variant) => sets.some((some) => some.has(id))
  const placed = fill(
    hardest.filter((one) => !inSet(one) || one.rules?.lagMs),
    changedBy,
    { evenly: true },
  )
  const late = placed.flatMap(lateOf)
  const stayed = placed.map((batch) => batch.filter((one) => !late.includes(one)))
  const left = hardest.filter((one) => !stayed.flat().includes(one))
  const apart = [...sets.map((some) => left.filter(({ id }) => some.has(id))), left.filter((one) => !inSet(one))]
  const batches = [...stayed, ...apart.flatMap((some) => fill(some, changedBy))]
  return batches.map((batch) => batch.toSorted((one, other) => placeOf(one) - placeOf(other)))
}

/**
 * What is seen late leaves a server that takes any body: a run would wait for each odd record that is made there. It leaves when all
 * have their places, so that the others keep theirs.
 */
const lateOf = (batch: readonly Variant[]): readonly Variant[] =>
  batch.some(({ id }) => ways[id] === takesAnything) ? batch.filter(({ rules }) => rules?.lagMs) : []

function changedBy({ id, rules }: Variant): readonly string[] | null {
  const changed = listed(ways, id)
  return changed === null || layerOf(id) === -1 ? null : [...(changed ?? [familyOf(id)]), ...Object.keys(rules ?? {})]
}

/** Variants of the away server that change different things; one of which nobody has said what it changes stays alone. */
export const batchesOfAwayVariants = (variants: readonly AwayVariant[]): readonly (readonly AwayVariant[])[] =>
  fill(variants, ({ id }) => listed(awayWays, id) ?? null, { evenly: true })
