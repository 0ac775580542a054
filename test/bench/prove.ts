/** What the whole kill matrix takes: servers started, requests sent, wall time and processor time; three minutes at most on two cores. */
import { availableParallelism } from 'node:os'
import { isProven } from '../../schemas/matrix.ts'
import { prove } from '../../suites/prove/prove.ts'
import { openThreads, type Threads } from '../../suites/prove/threads.ts'

/** Seconds. */
const MOST = 180

/** Counts what runs take. */
function counting(threads: Threads) {
  const taken = { servers: 0, requests: 0 }
  const counted: Threads = {
    async run(job) {
      taken.servers++
      const judged = await threads.run(job)
      taken.requests += judged.requests
      return judged
    },
    close: () => threads.close(),
  }
  return { counted, taken }
}

const { counted, taken } = counting(openThreads())
const started = performance.now()
const matrix = await prove({ only: [], seed: 1, alone: process.argv.includes('--alone') }, undefined, counted)
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage()
const lines = [
  `faults, variants    ${matrix.faults.length}, ${matrix.variants.length}`,
  `all proven          ${isProven(matrix) ? 'yes' : 'no'}`,
  `servers started     ${taken.servers}`,
  `requests sent       ${taken.requests}`,
  `kill matrix         ${seconds.toFixed(0)} s on ${availableParallelism()} cores (at most ${MOST} on two)`,
  `processor time      ${((user + system) / 1e6).toFixed(0)} s`,
  `peak memory         ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
]
process.stdout.write(`${lines.join('\n')}\n`)
if (!isProven(matrix) || seconds > MOST) process.exitCode = 1
