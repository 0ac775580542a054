/** Which variants stand on one server: what each changes, so that no two on one server change the same. */
import type { AwayVariant } from '../../fixtures/away/index.ts'
import { needsWire, type Variant } from '../../fixtures/reference/wrap.ts'
import { fill } from './batches.ts'
import { awayChanges, takesAnything, changes, type Changes } from './changes.ts'

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
  'answers/data-and-constants',
  'answers/data-and-moment',
  'auth',
  'errors',
  // Some errors leave out what is not listed, and all others are told by their status.
  'habits/address-in-errors',
  'errors/all-200',
  'errors/behind-gateway',
  'limits',
  'wire',
  // These make bytes of the text that others change.
  'wire/gzip',
  'wire/chunked',
]

/**
 * They share a server with each other, and with no others: an envelope around every success, and a list of which only the end is
 * shown, hide what others change; and beside others the few fields that may be missing stand out.
 */
const corner: ReadonlySet<string> = new Set(['ids/short-containers', 'reads/paged-in-words', 'params/null-is-missing'])

/** They refuse different operations, and hide nothing of each other; what any other changes might not be seen beside them. */
export const refusing: ReadonlySet<string> = new Set(['auth/read-only-host', 'deploy/refused'])

/** One refuses all of some groups, the other updates in the groups that are left: each hides what others change there, and not the other. */
const separate: ReadonlySet<string> = new Set(['auth/few-rights', 'deploy/refuses-updates'])

/**
 * Those of a set share a server with each other, and with no others. The last came when all others had their places: beside them the
 * others would change places, and some draw together what none of them draws.
 */
const sets: readonly ReadonlySet<string>[] = [
  corner,
  refusing,
  separate,
  // It leaves more undecided than others may, and all on its server would be judged twice.
  new Set(['reads/few-fields']),
  new Set([
    'ids/next-free',
    'limits/overloaded',
    'limits/one-at-a-time',
    'params/any-body-where-nothing-is-sought',
    'reads/nested-copies',
  ]),
]

/** One after another they join the smallest batch that changes something else, when all others have their places: so those keep theirs. */
const joining: ReadonlySet<string> = new Set([
  'ids/counted',
  'ids/any-case',
  'answers/data-and-moment',
  'limits/free-ports',
  'limits/free-ports-cut',
  'creates/appname-prefix',
  'writes/paths-from-root',
  'writes/addresses-whole',
  'writes/trimmed-of-ascii',
  'writes/config-lines-trimmed',
  'limits/strict-cookies',
  'limits/bad-tokens',
  'limits/unready-reads',
  'habits/another-run',
  'writes/bound',
  'writes/empty-is-none',
  'writes/users-stay',
  'habits/self-links',
  'params/control-characters',
  'deploy/stops-what-runs',
  'answers/paths-alone',
  'answers/names-under-directories',
  'deploy/status-put-back',
  'deploy/status-by-kind',
  'params/something-to-update',
])

/** Of either server: a run waits long for what they show late, or for when they may be asked again. */
export const slow: ReadonlySet<string> = new Set([
  'writes/seen-later',
  'writes/lenient',
  'habits/nodes-seen-later',
  'habits/older-copies',
  'habits/another-run',
  'limits/bad-tokens',
  'wire/slow',
  'wire/rate-limit',
  'behaviour/slow-sight',
])

const familyOf = (id: string) => id.slice(0, id.indexOf('/'))
const layerOf = (id: string) => layers.indexOf(layers.includes(id) ? id : familyOf(id))
const listed = (all: Changes, id: string): readonly string[] | null | undefined => all[id]

/** Variants of the reference server that change different things, in the order in which they wrap it. */
export function batchesOfVariants(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const places = new Map(variants.map((one, at) => [one, layerOf(one.id) * variants.length + at]))
  const placeOf = (one: Variant) => places.get(one) ?? 0
  // What changes much first: it finds no room between others.
  const hardest = variants.toSorted((one, other) => (changedBy(other)?.length ?? 0) - (changedBy(one)?.length ?? 0))
  const inSet = ({ id }: Variant) => sets.some((some) => some.has(id))
  const isLast = (one: Variant) => joining.has(one.id) || inSet(one)
  const placed = fill(
    hardest.filter((one) => !isLast(one) || one.rules?.lagMs),
    changedBy,
    { evenly: true },
  )
  // What needs a wire leaves as well, so that requests reach the others without one.
  const leaving = [...placed.flatMap(lateOf), ...placed.flat().filter(needsWire)]
  const stayed = joined(
    placed.map((batch) => batch.filter((one) => !leaving.includes(one))),
    [...joining].flatMap((id) => hardest.filter((one) => one.id === id)),
  )
  const left = hardest.filter((one) => !stayed.flat().includes(one))
  const free = left.filter((one) => !inSet(one) && !needsWire(one))
  const apart = [...sets.map((some) => left.filter(({ id }) => some.has(id))), left.filter(needsWire), free]
  const batches = [...stayed, ...apart.flatMap((some) => fill(some, changedBy, { evenly: true }))]
  return batches.map((batch) => batch.toSorted((one, other) => placeOf(one) - placeOf(other)))
}

/** These batches with those that join them; what finds no room is in none. */
function joined(batches: readonly (readonly Variant[])[], last: readonly Variant[]): readonly (readonly Variant[])[] {
  return last.reduce((all, one) => {
    const own = new Set(changedBy(one))
    const fitting = all.filter(
      (batch) => !batch.some((other) => changedBy(other)?.some((what) => own.has(what)) ?? true),
    )
    const [least] = fitting.toSorted((some, others) => some.length - others.length)
    return all.map((batch) => (batch === least ? [...batch, one] : batch))
  }, batches)
}

/**
 * What is seen late leaves a server that takes any body: a run would wait for each odd record that is made there. It leaves when all
 * have their places, so that the others keep theirs.
 */
const lateOf = (batch: readonly Variant[]): readonly Variant[] =>
  batch.some(({ id }) => changes[id] === takesAnything) ? batch.filter(({ rules }) => rules?.lagMs) : []

function changedBy({ id, rules }: Variant): readonly string[] | null {
  const changed = listed(changes, id)
  return changed === null || layerOf(id) === -1 ? null : [...(changed ?? [familyOf(id)]), ...Object.keys(rules ?? {})]
}

/** Variants of the away server that change different things; one of which nobody has said what it changes stays alone. */
export const batchesOfAwayVariants = (variants: readonly AwayVariant[]): readonly (readonly AwayVariant[])[] =>
  fill(variants, ({ id }) => listed(awayChanges, id) ?? null, { evenly: true })
