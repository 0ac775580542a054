/** How long the whole kill matrix takes, in wall time and in processor time: eight minutes at most on two cores. */
import { availableParallelism } from 'node:os'
import { isProven } from '../../schemas/matrix.ts'
import { prove } from '../../suites/prove/prove.ts'

/** Seconds. */
const MOST = 480

const started = performance.now()
const matrix = await prove({ only: [], seed: 1 })
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage()
const lines = [
  `faults, variants    ${matrix.faults.length}, ${matrix.variants.length}`,
  `all proven          ${isProven(matrix) ? 'yes' : 'no'}`,
  `kill matrix         ${seconds.toFixed(0)} s on ${availableParallelism()} cores (at most ${MOST} on two)`,
  `processor time      ${((user + system) / 1e6).toFixed(0)} s`,
  `peak memory         ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
]
process.stdout.write(`${lines.join('\n')}\n`)
if (!isProven(matrix) || seconds > MOST) process.exitCode = 1
