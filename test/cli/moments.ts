/** Named moments of a run in another process, told from what stands in its folder. */
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../fixtures/journal.ts'
import { wholeLines } from '../../fixtures/lines.ts'
import { findOperation } from '../../schemas/registry.ts'
import { confirmed, inBurst, ofRecords, type Moment } from '../suites/moments.ts'

/** Of a run whose reports go to `out`: whether its moment has come. */
export type Come = (out: string) => () => boolean

/** The objects that a file of lines has got since it was read last. */
function news(file: string): () => readonly object[] {
  let seen = 0
  return () => {
    const lines = existsSync(file) ? wholeLines(readFileSync(file, 'utf8')) : []
    const more = lines.slice(seen).map((line) => JSON.parse(line) as object)
    seen = lines.length
    return more
  }
}

/** The journal has each line before its request goes out. */
function inJournal(moment: Moment): Come {
  return (out) => {
    const watch = moment()
    const read = news(join(out, 'journal.jsonl'))
    return () => (read() as readonly Entry[]).some((entry) => watch.entry?.(entry) === true)
  }
}

/** Once an operation that does this is judged, which its line in `results.jsonl` says. */
const judged =
  (verb?: 'changes' | 'deletes'): Come =>
  (out) => {
    const read = news(join(out, 'results.jsonl'))
    return () =>
      (read() as readonly { readonly operation?: string }[]).some(({ operation = '' }) => {
        const act = findOperation(operation)?.act
        return act !== undefined && (verb === undefined || act.verb === verb)
      })
  }

export const beforeCreate = inJournal(ofRecords['before a create goes out'] as Moment)
export const afterCreate = inJournal(confirmed)
export const amidCreates = inJournal(inBurst)
export const onceJudged = judged()
export const onceUpdateJudged = judged('changes')
export const onceDeleteJudged = judged('deletes')

/** Sends a signal to a run once its moment has come. */
export function signalAt(come: Come, out: string, signal: NodeJS.Signals): (child: ChildProcess) => void {
  return (child) => {
    const hasCome = come(out)
    const timer = setInterval(() => {
      if (!hasCome()) return
      clearInterval(timer)
      child.kill(signal)
    }, 3)
    child.once('close', () => clearInterval(timer))
  }
}
