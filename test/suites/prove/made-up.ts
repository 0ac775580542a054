/** Runs that are made up: what `prove` makes of what they say. */
import type { Job, Judged, Said } from '../../../suites/prove/job.ts'
import { prove } from '../../../suites/prove/prove.ts'

export const said = (id: string, verdict: Said['verdict']): Said => ({
  id,
  check: id.split(' ')[1] ?? '',
  verdict,
  message: 'made up',
})
export const judgedAs = (...all: readonly Said[]): Judged => ({ said: all, trouble: [], requests: 0 })

/** Judges by these responses instead of runs, and says which servers stood there with faults or variants. */
export async function proven(only: readonly string[], response: (job: Job) => Judged) {
  const servers: (readonly string[])[] = []
  const run = (job: Job) => {
    servers.push([...(job.faults ?? []), ...(job.variants ?? [])])
    return Promise.resolve(response(job))
  }
  const matrix = await prove({ only, seed: 7 }, undefined, { run, close: () => Promise.resolve() })
  return { matrix, servers: servers.filter(({ length }) => length > 0) }
}
