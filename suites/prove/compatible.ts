/** Which variants stand on one server: what each changes, so that no two on one server change the same. */
import type { AwayVariant } from '../../fixtures/away/index.ts'
import type { Variant } from '../../fixtures/reference/wrap.ts'
import { fill } from './batches.ts'

/** What a variant changes; null for one that has a server of its own. One that is not listed changes its family's ways. */
type Ways = Readonly<Record<string, readonly string[] | null>>

/**
 * Families of the reference server's variants, in the order in which they wrap it: what changes values comes before what changes
 * errors, and what changes bytes comes last. A family that is not listed stays alone.
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
  'auth',
  'errors',
  'limits',
  'wire',
]

export const ways: Ways = {
  // They refuse or delay so much that what others beside them are accused of might not be seen.
  'auth/few-rights': null,
  'auth/read-only-host': null,
  'deploy/refused': null,
  'habits/older-copies': null,
  'limits/busy': null,
  // An envelope around every success, and a list of which only the end is shown: what others beside them change is hidden.
  'ids/short-containers': null,
  'reads/paged-in-words': null,
  // With others beside it, the few fields that may be missing stand out.
  'params/null-is-missing': null,
  // A server that takes any body is lenient everywhere, and may not be strict in places as well.
  'writes/lenient': ['writes', 'params', 'habits', 'limits'],
  'params/any-body-where-nothing-is-sought': ['params', 'writes', 'habits', 'limits'],
  // Of either little is left to be seen.
  'creates/true': ['creates', 'reads'],
  'reads/few-fields': ['reads', 'creates'],
  // It wraps successes as well.
  'errors/stamped': ['errors', 'answers'],
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
const listed = (all: Ways, id: string): readonly string[] | null | undefined => all[id]

/** Variants of the reference server that change different things, in the order in which they wrap it. */
export const batchesOfVariants = (variants: readonly Variant[]): readonly (readonly Variant[])[] =>
  fill(variants, ({ id, rules }) => {
    const changed = listed(ways, id)
    if (changed === null || !layers.includes(familyOf(id))) return null
    return [...(changed ?? [familyOf(id)]), ...Object.keys(rules ?? {})]
  }).map((batch) =>
    batch.toSorted((one, other) => layers.indexOf(familyOf(one.id)) - layers.indexOf(familyOf(other.id))),
  )

/** Variants of the away server that change different things; one of which nobody has said what it changes stays alone. */
export const batchesOfAwayVariants = (variants: readonly AwayVariant[]): readonly (readonly AwayVariant[])[] =>
  fill(variants, ({ id }) => listed(awayWays, id) ?? null, { evenly: true })
