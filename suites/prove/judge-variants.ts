/** Whether variants are accused: many on one server first, and by halves where something is said against that server. */
import { needsWire } from '../../fixtures/reference/wrap.ts'
import type { Accusation, VariantRow } from '../../schemas/matrix.ts'
import { against } from './beside.ts'
import { refusing, slow } from './compatible.ts'
import type { Job, Judged } from './job.ts'
import { killersOf } from './kills.ts'
import type { Threads } from './threads.ts'

/** Results that a server may leave undecided; one that leaves more might hide what its variants are accused of. Those that refuse may. */
const UNDECIDED_AT_MOST = 350

const undecided: readonly string[] = ['inconclusive', 'blocked', 'skipped']

interface Variant {
  readonly id: string
  readonly wire?: boolean
  readonly sentence: string
}

interface Circumstances extends Pick<Job, 'server' | 'skip' | 'seed'> {
  readonly threads: Threads
}

/**
 * Judges variants that stand on one server by the whole run. Where it is accused, or leaves too much undecided, each half of them
 * is judged in its turn, down to a single one. What is held against all together, twice, and against neither half is held
 * against each.
 */
export async function judgeVariants(variants: readonly Variant[], how: Circumstances): Promise<readonly VariantRow[]> {
  const { threads, ...job } = how
  const ids = variants.map(({ id }) => id)
  // Away fuzzing tells little of variants that the matrix at home does not, and a limit of requests makes it last for minutes.
  const fuzz = how.server !== 'away'
  const urgent = ids.some((id) => slow.has(id)) ? ('waits' as const) : undefined
  const asked = { ...job, variants: ids, wire: variants.some(needsWire), only: [], fuzz, urgent }
  const judged = await threads.run(asked)
  const rows = variants.map((variant) => rowOf(variant, judged, how))
  const isFine = rows.every(({ accused, missedBy, trouble }) => accused.length + missedBy.length + trouble.length === 0)
  const left = judged.said.filter(({ verdict }) => undecided.includes(verdict)).length
  const isDecided = left <= UNDECIDED_AT_MOST || ids.every((id) => refusing.has(id))
  if (isFine && isDecided) return rows
  if (variants.length === 1) return onceMore(rows, () => threads.run(asked))
  const middle = Math.ceil(variants.length / 2)
  const halves = [variants.slice(0, middle), variants.slice(middle)]
  const apart = (await Promise.all(halves.map((half) => judgeVariants(half, how)))).flat()
  const isTraced = apart.some(({ accused }) => accused.length > 0)
  const first = against({ ...judged, trouble: [] })
  if (isTraced || first.length === 0) return apart
  // Neither half is accused: all together are judged once more, and what is held against them again stands.
  const again = await threads.run(asked)
  const held = new Set(against({ ...again, trouble: [] }).map(({ result }) => result))
  const accused = first.filter(({ result }) => held.has(result)).map((one) => shared(one, ids))
  return accused.length === 0 ? apart : apart.map((row) => ({ ...row, accused }))
}

/** On a busy machine a create may go unanswered, and what it made is left: trouble that comes once is none of the variant's. */
async function onceMore(rows: readonly VariantRow[], run: () => Promise<Judged>): Promise<readonly VariantRow[]> {
  if (rows.every(({ trouble }) => trouble.length === 0)) return rows
  const { trouble } = await run()
  return rows.map((row) => (trouble.length === 0 ? { ...row, trouble } : row))
}

const shared = (one: Accusation, ids: readonly string[]): Accusation => ({
  ...one,
  message: `${one.message} (only where these share a server: ${ids.join(', ')})`,
})

function rowOf({ id, sentence }: Variant, judged: Judged, { server }: Circumstances): VariantRow {
  const noted = new Set(judged.said.filter(({ verdict }) => verdict === 'note').map(({ check }) => check))
  // What a check names is of the reference server.
  const named = server === 'away' ? [] : killersOf(id).map((check) => check.id)
  return {
    id,
    sentence,
    notedBy: named.filter((check) => noted.has(check)),
    missedBy: named.filter((check) => !noted.has(check)),
    accused: against({ ...judged, trouble: [] }),
    trouble: judged.trouble,
  }
}
