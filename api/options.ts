/** What a program may say of a run: the options of `touchstone run`, by the same names. */
import type { State } from '../reports/screen/progress.ts'
import type { Reporter } from '../reports/forms/forms.ts'
import type { FailLevel } from '../reports/model/exit-code.ts'
import type { Permission, TargetFile } from '../schemas/target.ts'
import type { RunFlags } from '../cli/options/flags.ts'

/** How far a run is. */
export type Progress = State

export interface JudgeOptions {
  /** The path of a target file, or what would stand in one. Without a target, the embedded reference server is judged. */
  readonly target?: string | TargetFile
  /** The target's address; its path is kept as a prefix. Else the target file's, or `TOUCHSTONE_BASE_URL`. */
  readonly baseUrl?: string
  /** Its access token. Else the target file's, or `TOUCHSTONE_TOKEN`. */
  readonly token?: string
  /** The project and the environment in which records are created. */
  readonly projectId?: string
  readonly environmentId?: string
  /** Seconds to wait for the target to answer first; 0 where left out. */
  readonly wait?: number
  /** A container image to bring up and judge (needs the package testcontainers), its port and its variables, `NAME=VALUE`. */
  readonly image?: string
  readonly port?: number
  readonly env?: readonly string[]
  /** Groups, operations or checks, with `*`. */
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  /** Effects that are permitted; none where left out. */
  readonly allow?: readonly (Permission | 'all')[]
  /** The seed of everything random; a random one where left out. */
  readonly seed?: number
  /** Random payloads and sequences for each property, 25 where left out; 0 turns fuzzing off. */
  readonly fuzz?: number
  /** Requests under way at once, 8 where left out; requests a second, unlimited where left out. */
  readonly concurrency?: number
  readonly rate?: number
  /** Milliseconds for one whole response, and for a write to be seen; 10,000 and 2,000 where left out. */
  readonly timeout?: number
  readonly settle?: number
  /** The run ends without a verdict before it sends more. */
  readonly maxRequests?: number
  /** One of N parts, `index` from 1. */
  readonly shard?: { readonly index: number; readonly count: number }
  /** Stop at the first failure. */
  readonly bail?: boolean
  /** The least share, in percent, that must be decided for a verdict; 90 where left out. */
  readonly minJudged?: number
  /** The least severe verdict that fails the run; `fail` where left out. */
  readonly failOn?: FailLevel
  /** How TLS is spoken: files in PEM. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly insecure?: boolean
  /** Where report.json, journal.jsonl and what `reporter` names are written; `touchstone-report` where left out. */
  readonly out?: string
  /** Further forms of the report, such as `html` or `junit`. */
  readonly reporter?: readonly Exclude<Reporter, 'terminal'>[]
  /** Aborting it ends the run, which still deletes what it made. */
  readonly signal?: AbortSignal
  /** Called a few times a second. */
  readonly progress?: (progress: Progress) => void
}

/** The same as the command line would have understood it. */
export function flagsOf(options: JudgeOptions): RunFlags {
  const { target, shard = { index: 1, count: 1 }, wait = 0, ...rest } = options
  // What a program gives as undefined was not given.
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const named =
    target === undefined ? {} : typeof target === 'string' ? { target } : { target: 'target', content: target }
  return { ...given, ...named, shard, wait }
}
