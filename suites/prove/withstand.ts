/** Hostile targets: whether a run against each ends as it must. */
import type { Expected, Hostile } from '../../fixtures/hostile/hostile.ts'
import type { HostileRow } from '../../schemas/matrix.ts'
import type { Threads } from './threads.ts'

/** What a run must come to, in words. */
function inWords(expected: Expected): string {
  if ('noVerdict' in expected) return 'no verdict, and why'
  const { spoiled, accused } = expected
  const outcome = accused.length === 0 ? 'a verdict' : `${accused.join(', ')}`
  return spoiled.length === 0
    ? 'a verdict; nothing is accused'
    : `${outcome}; nothing but ${spoiled.join(', ')} is accused`
}

export async function withstand(
  { id, sentence, expected }: Hostile,
  threads: Threads,
  seed: number,
): Promise<HostileRow> {
  const { trouble } = await threads.run({ hostile: id, only: [id], seed, fuzz: false })
  return { id, sentence, expected: inWords(expected), trouble }
}
