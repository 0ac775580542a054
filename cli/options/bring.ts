/** What a run has to bring up before it can judge, and to take down after it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BringUp } from '../../fixtures/image/bring-up.ts'
import { LABEL, said } from '../../fixtures/image/engine.ts'
import { orStandstill } from '../../fixtures/image/standstill.ts'
import type { ImageSpec } from '../../fixtures/image/spec.ts'
import { needsPackage } from '../../fixtures/optional.ts'
import { masker } from '../../fixtures/http/secrets.ts'
import type { RunOptions } from '../../schemas/target.ts'

/** The containers of a run. */
export interface Brought {
  /** Brings them up; the options with the address and the token that the target turned out to have. */
  up(options: RunOptions, signal: AbortSignal): Promise<RunOptions>
  /** Kills the target and starts it again; resolves once it serves. */
  restart(signal: AbortSignal): Promise<void>
  /** How the target ended by itself, in words; null while it runs. */
  ended(): Promise<string | null>
  /** Takes them down; each one that could not be removed, with why. What they printed can still be kept. */
  down(): Promise<readonly string[]>
  /** Writes what they printed beside the report, the token taken out; the names of the files. */
  keepLogs(options: RunOptions): readonly string[]
}

/** @throws UsageError where what speaks to engines is not installed */
export function bring(spec: ImageSpec): Brought {
  needsPackage('testcontainers', '--image')
  // testcontainers takes a while to load, and most runs have no image.
  let bringing: BringUp | null = null
  let logs: ReadonlyMap<string, string> = new Map()
  let going: Promise<readonly string[]> | null = null
  const takeDown = async (from: BringUp) => {
    // What they printed is a help; that they go is a need.
    logs = await orStandstill(from.logs()).catch(() => logs)
    return orStandstill(from.down()).catch((error: unknown) => [
      `what bears the label ${LABEL}=${spec.run}: ${said(error)}`,
    ])
  }
  return {
    async up(options, signal) {
      const { BringUp: Made } = await import('../../fixtures/image/bring-up.ts')
      bringing = new Made(spec)
      const { baseUrl, token, target } = await bringing.up(signal)
      // What the user says goes before what our own server says of itself.
      const own = target && {
        lookup: { ...target.lookup, ...options.target.lookup },
        expendable: { ...target.expendable, ...options.target.expendable },
        identifiers: { ...target.identifiers, ...options.target.identifiers },
      }
      return { ...options, target: { ...options.target, ...own, baseUrl, token } }
    },
    restart: async (signal) => bringing?.restart(signal),
    ended: async () => (await bringing?.ended()) ?? null,
    // Whoever asks a second time waits for the first: removing twice at once fails, and would end before all is gone.
    down: async () => (bringing ? (going ??= takeDown(bringing)) : []),
    keepLogs({ out, run, target }) {
      const { clean } = masker({ run, target })
      for (const [name, text] of logs) writeFileSync(join(out, name), clean(text), { mode: 0o600 })
      return [...logs.keys()]
    },
  }
}
