/** What the logs of a load have to say of it, so that they can be judged without its options. */
import type { FailLevel } from '../../reports/model/exit-code.ts'
import type { RunOptions } from '../../schemas/target.ts'
import type { LoadOptions } from '../options.ts'

export interface About {
  /** Touchstone's own version, and k6's. */
  readonly touchstone: string
  readonly k6: string
  readonly failOn: FailLevel
  /** Machines that share the load. */
  readonly parallelism: number
  readonly options: RunOptions
  readonly loadOptions: LoadOptions
}

type Emitter = Pick<About, 'touchstone' | 'k6' | 'failOn' | 'parallelism'>

/** Without the token and what may be as secret: the values of headers and of further fields. */
export function aboutOf(options: RunOptions, loadOptions: LoadOptions, by: Emitter): About {
  const { target } = options
  const blank = (of: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.keys(of).map((name) => [name, '']))
  return {
    touchstone: by.touchstone,
    k6: by.k6,
    failOn: by.failOn,
    parallelism: by.parallelism,
    options: { ...options, out: '', target: { ...target, token: '', headers: blank(target.headers), sample: {} } },
    loadOptions,
  }
}
