/** A process of its own, measured from its start to its end. */
import { percentile } from '../../fixtures/percentile.ts'
import { spawn } from 'node:child_process'

/** What no measured process takes, even on a busy machine, in milliseconds. */
const HUNG = 300_000

/** Says the peak of the process's memory as its last word. */
const peakTeller = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS+'\\n'))`

export interface Taken {
  readonly ms: number
  readonly peakMb: number
}

export function take(script: string, args: readonly string[]): Promise<Taken> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', peakTeller, script, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: HUNG,
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const ms = performance.now() - started
      const peak = /peak (\d+)\s*$/.exec(said)?.[1]
      if (code !== 0 || peak === undefined)
        reject(new Error(`${[script, ...args].join(' ')} ended with ${code ?? signal}: ${said}`))
      else resolve({ ms, peakMb: Number(peak) / 1024 })
    })
  })
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5) ?? NaN
