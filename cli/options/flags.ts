/** The options that several commands share: their names, their help, and how their values are read. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { MIN_JUDGED } from '../../reports/model/judged.ts'
import { permissions } from '../../schemas/target.ts'
import { addTlsOptions, type TlsFlags } from './tls.ts'

/** What the target options leave, as typed; undefined where they were not given. */
export interface TargetFlags extends TlsFlags {
  readonly target?: string
  /** What a program gives instead of that file, which is then a name for messages alone. */
  readonly content?: unknown
  readonly baseUrl?: string
  readonly token?: string
  readonly wait: number
  readonly projectId?: string
  readonly environmentId?: string
}

/** What the options of a run leave; undefined where the target file or a default decides. */
export interface RunFlags extends TargetFlags {
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly allow?: readonly string[]
  readonly seed?: number
  readonly fuzz?: number
  readonly fuzzTime?: number
  readonly concurrency?: number
  readonly rate?: number
  readonly timeout?: number
  readonly settle?: number
  readonly maxRequests?: number
  readonly shard: { readonly index: number; readonly count: number }
  readonly bail?: boolean
  readonly minJudged?: number
  readonly image?: string
  readonly port?: number
  readonly env?: readonly string[]
}

/** The values of an option that takes several, with spaces or commas between them; no name and no pattern holds a comma. */
export const listed = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(',').map((one) => one.trim()),
]

/** Reads a number and says what one it must be. */
export function number(words: string, holds: (value: number) => boolean) {
  return (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!Number.isFinite(value) || !holds(value)) throw new InvalidArgumentError(`It must be ${words}.`)
    return value
  }
}
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  number(
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${least}`
      : `a whole number from ${least} to ${most}`,
    (value) => Number.isInteger(value) && value >= least && value <= most,
  )

function shard(text: string): { index: number; count: number } {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
  const part = { index: Number(index), count: Number(count) }
  if (!(part.index >= 1 && part.count >= part.index)) throw new InvalidArgumentError('It must be I/N, such as 1/4.')
  return part
}

/** For an option that is given again and again. */
export const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
]

/** @param unnamed what happens where no target is named */
export function addTargetOptions(
  command: Command,
  unnamed = 'without a target, the embedded reference server is judged',
): Command {
  return addTlsOptions(command)
    .option('--target <file>', `the target file (JSON); ${unnamed}`)
    .option('--base-url <url>', 'the address of the target, or TOUCHSTONE_BASE_URL; its path becomes a prefix')
    .option('--token <token>', 'its access token, or TOUCHSTONE_TOKEN')
    .option('--project-id <id>', 'the project to create records in')
    .option('--environment-id <id>', 'the environment to create records in')
    .option(
      '--wait <seconds>',
      'how long to wait for the target to respond first',
      number('a number of at least 0', (n) => n >= 0),
      0,
    )
}

/** What `--concurrency` and `--rate` mean, where that is not what they mean to a run. */
export interface PaceWords {
  readonly concurrency: string
  readonly rate: string
}

/**
 * How fast and how patiently a target is asked.
 * @param standing what stands where an option is not given, if that is not its default
 */
export function addPaceOptions(command: Command, standing?: string, words?: PaceWords): Command {
  const or = (usual: string) => `(default: ${standing ?? usual})`
  return command
    .option('--concurrency <n>', words?.concurrency ?? `requests at once, at most ${or('8')}`, whole(1, 1000))
    .option(
      '--rate <n>',
      words?.rate ?? `requests a second, at most ${or('unlimited')}`,
      number('a number above 0', (n) => n > 0),
    )
    .option(
      '--timeout <ms>',
      `how long to wait for a whole response, in milliseconds ${or('10000')}`,
      whole(1, 2 ** 31 - 1),
    )
    .option('--settle <ms>', `how long a write may take until reads show it ${or('2000')}`, whole(0, 2 ** 31 - 1))
    .option('--max-requests <n>', 'stop, with exit code 3, before sending more', whole(1))
}

/** What every command that sends to a target in numbers takes. */
export function addSendingOptions(command: Command, words?: PaceWords): Command {
  const selecting = addTargetOptions(command)
    .option('--only <pattern...>', 'judge only these groups, operations or checks, with *', listed)
    .option('--skip <pattern...>', 'leave out these groups, operations or checks, with *', listed)
    .option('--allow <effect...>', `effects to permit: ${permissions.join(', ')}, or all (default: none)`, listed)
    .option('--seed <n>', 'seed for everything random (default: random, printed)', whole(0, 2 ** 32 - 1))
  return addPaceOptions(selecting, undefined, words)
}

/** @param standing what stands where it is not given, if that is not its default */
export const addJudgedOption = (command: Command, standing?: string): Command =>
  command.option(
    '--min-judged <percent>',
    `the least share to decide for a verdict; below it the exit code is 3 (default: ${standing ?? MIN_JUDGED})`,
    number('a number from 0 to 100', (n) => n >= 0 && n <= 100),
  )

export function addRunOptions(command: Command): Command {
  return addJudgedOption(addSendingOptions(command))
    .option(
      '--fuzz <n>',
      'random payloads and sequences for each property; 0 turns fuzzing off (default: 25)',
      whole(0, 100_000),
    )
    .option(
      '--fuzz-time <seconds>',
      'longest that fuzzing one property of one operation may take (default: 120)',
      number('a number above 0', (n) => n > 0),
    )
    .addOption(
      new Option('--shard <i/n>', 'judge one of N parts').argParser(shard).default({ index: 1, count: 1 }, '1/1'),
    )
    .option('--bail', 'stop at the first failure')
}
