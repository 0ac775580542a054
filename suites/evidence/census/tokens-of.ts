/** The token that a record shows, before and after a change that promises another one. */
import type { Operation } from '../../../schemas/registry.ts'
import type { Around, RecordSnapshot } from '../../scene/around.ts'
import type { Census } from './state-diff.ts'

const FIELD = 'refreshToken'

const tokenIn = (snapshot: RecordSnapshot | undefined) => snapshot?.record?.[FIELD]

/** Waits for another token to show; {} where the operation promises none, or no read shows one. */
export async function tokensOf(
  { name }: Operation,
  around: Around,
  first: RecordSnapshot | undefined,
): Promise<Pick<Census, 'tokens'>> {
  const { own, others } = around
  const before = tokenIn(first)
  if (name !== FIELD || typeof before !== 'string') return {}
  const isOther = (snapshot: RecordSnapshot) => tokenIn(snapshot) !== before
  const last = around.last(own)
  const now = last && isOther(last) ? last : await around.seen(own, isOther, 'a new token to show')
  if (!now.record) return {}
  const another = others.find(({ kind }) => kind === own.kind)
  if (!another) return { tokens: { before, after: tokenIn(now), another } }
  const [one, other] = [tokenIn(around.first(own)), tokenIn(around.first(another))]
  const isApart = typeof one === 'string' && typeof other === 'string' && one !== other
  return { tokens: { before, after: tokenIn(now), another: tokenIn(around.last(another)), isApart } }
}
