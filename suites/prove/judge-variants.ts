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
  const run = () => threads.run(asked)
  const judged = variants.length === 1 ? await leftTwice(await run(), run) : await run()
  const rows = variants.map((variant) => rowOf(variant, judged, how))
  const isFine = rows.every(({ accused, missedBy, trouble }) => accused.length + missedBy.length + trouble.length === 0)
  const open = judged.said.filter(({ verdict }) => undecided.includes(verdict)).length
  const isDecided = open <= UNDECIDED_AT_MOST || ids.every((id) => refusing.has(id))
  if (variants.length === 1 || (isFine && isDecided)) return rows
  const middle = Math.ceil(variants.length / 2)
  const halves = [variants.slice(0, middle), variants.slice(middle)]
  const apart = (await Promise.all(halves.map((half) => judgeVariants(half, how)))).flat()
  const isTraced = apart.some(({ accused }) => accused.length > 0)
  const first = saidAgainst(judged)
  if (isTraced || first.length === 0) return apart
  // Neither half is accused: all together are judged once more, and what is held against them again stands.
  const again = await run()
  const held = new Set(saidAgainst(again).map(({ result }) => result))
  const accused = first.filter(({ result }) => held.has(result)).map((one) => shared(one, ids))
  return accused.length === 0 ? apart : apart.map((row) => ({ ...row, accused }))
}

/** What is left on a single variant has to be left twice: on a busy machine a delete may go unanswered once. */
async function leftTwice(first: Judged, run: () => Promise<Judged>): Promise<Judged> {
  const { left = [] } = first
  if (left.length === 0) return first
  const again = await run()
  return { ...first, trouble: [...first.trouble, ...again.trouble], left: again.left?.length ? left : [] }
}

/** But for what kept a run from being one, and what it left: rows tell that apart. */
const saidAgainst = (judged: Judged) => against({ ...judged, trouble: [], left: [] })

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
    accused: saidAgainst(judged),
    trouble: [...judged.trouble, ...(judged.left ?? [])],
  }
}
