/** `touchstone prove` in full at one seed, by the engine that the command runs, for the process that has begun it (begin.ts). */
import { prove } from '../../suites/prove/prove.ts'

/** Between two lines of progress, in milliseconds. */
const EVERY = 15_000

let told = Date.now()

// It has nobody to tell any more.
process.once('disconnect', () => process.exit(1))

const matrix = await prove({ only: [], seed: 1 }, ({ done, planned, failures, failed }) => {
  if (failed === undefined && Date.now() - told < EVERY) return
  told = Date.now()
  process.stdout.write(`${done} of ${planned} proven, ${failures} not${failed === undefined ? '' : `: ${failed}`}\n`)
})
process.send?.(matrix, () => process.exit(0))
