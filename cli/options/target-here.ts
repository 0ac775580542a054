/** The target file that needs no naming: the one that lies in the working folder. */
import { existsSync } from 'node:fs'
import { UsageError } from '../../fixtures/errors.ts'

const names = ['touchstone.config.json', 'touchstone.json'] as const

/**
 * The same flags with that file, where they name none and there is one; it is told on the error stream.
 * @throws UsageError where there are two
 */
export function withTargetHere<F extends { readonly target?: string }>(flags: F): F {
  if (flags.target !== undefined) return flags
  const [found, another] = names.filter((name) => existsSync(name))
  if (found === undefined) return flags
  if (another !== undefined)
    throw new UsageError(`${found} and ${another} are both in this folder; keep one, or name it with --target`)
  process.stderr.write(`using the target file ${found}\n`)
  return { ...flags, target: found }
}
