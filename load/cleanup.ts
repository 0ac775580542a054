/** Deletes what a load run has left on its target, by what its journal says. */
import { join } from 'node:path'
import { NoVerdict } from '../fixtures/errors.ts'
import { openJournal, readJournal } from '../fixtures/journal.ts'
import type { Leftover } from '../schemas/report.ts'
import type { RunOptions } from '../schemas/target.ts'
import { cleanUp, unfinished } from '../suites/run/cleanup.ts'

/** What could not be deleted, and how many requests it took to see to it. */
export async function cleanUpLoad(options: RunOptions): Promise<{ leftovers: readonly Leftover[]; requests: number }> {
  const lines = readJournal(join(options.out, 'journal.jsonl')).filter(({ run }) => run === options.run)
  const todo = unfinished(lines)
  if (todo.records.length === 0) return { leftovers: [], requests: 0 }
  try {
    const { deleted, leftovers } = await cleanUp(todo, options, openJournal(options.out, options.run))
    return { leftovers, requests: deleted.length + leftovers.length }
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error
    return { leftovers: todo.records, requests: 0 }
  }
}
