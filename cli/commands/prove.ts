import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { styleText } from 'node:util'
import { Command } from 'commander'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { needsPackage } from '../../fixtures/optional.ts'
import { plural } from '../../reports/model/headline.ts'
import { matrixJson, matrixMarkdown, matrixSummary } from '../../reports/forms/matrix.ts'
import { provingLine, startLine } from '../../reports/screen/progress.ts'
import { isProven, type Matrix } from '../../schemas/matrix.ts'
import { listed, whole } from '../options/flags.ts'
import { makeFolder } from '../steps/out.ts'
import { say } from '../terminal/say.ts'
import { version } from '../version.ts'

interface ProveFlags {
  readonly only?: readonly string[]
  readonly seed?: number
  readonly whole?: boolean
  readonly alone?: boolean
  readonly out: string
}

/** The folder is tried before minutes of work, and not after. */
function prepare(folder: string): void {
  try {
    makeFolder(resolve(folder))
  } catch (error) {
    throw new UsageError(`--out ${folder} can't be used as a folder: ${fileTrouble(error)}; name another one`)
  }
}

function write(matrix: Matrix, folder: string): string {
  writeFileSync(join(folder, 'kill-matrix.json'), matrixJson(matrix))
  const file = join(folder, 'kill-matrix.md')
  writeFileSync(file, matrixMarkdown(matrix))
  return relative('.', file)
}

async function proveWith({
  only = [],
  seed = randomInt(2 ** 32),
  whole: all = false,
  alone = all,
  out,
}: ProveFlags): Promise<number> {
  const { chosen } = await import('../../suites/prove/chosen.ts')
  const { prove } = await import('../../suites/prove/prove.ts')
  const { faults, variants, hostiles, away } = chosen(only)
  if (hostiles.length > 0) needsPackage('selfsigned', 'proving hostile targets')
  prepare(out)
  const counted = (some: Record<'faults' | 'variants', readonly unknown[]>) =>
    `${plural(some.faults.length, 'fault')} and ${plural(some.variants.length, 'variant')}`
  const besides = away.faults.length + away.variants.length === 0 ? '' : `, and away by ${counted(away)}`
  const targets = hostiles.length === 0 ? '' : `, ${plural(hostiles.length, 'hostile target')}`
  say(`touchstone ${version()} proves its checks by ${counted({ faults, variants })}${targets}${besides}, seed ${seed}`)
  const progress = startLine(process.stdout, provingLine)
  const started = performance.now()
  let matrix: Matrix
  try {
    matrix = await prove({ only, seed, whole: all, alone }, (state) => {
      if (state.failed !== undefined) {
        progress.clear()
        say(`  ${state.failed} survived, or was falsely accused`)
      }
      progress.show({ ...state, phase: 'proving' })
    })
  } finally {
    progress.clear()
  }
  say(`\n${matrixSummary(matrix, (style, text) => styleText(style, text))}`)
  say(`in ${((performance.now() - started) / 1000).toFixed(0)} s; the matrix: ${write(matrix, out)}`)
  return isProven(matrix) ? 0 : 1
}

export function proveCommand(end: (exitCode: number) => void): Command {
  return new Command('prove')
    .description(
      'test the tests: judge every seeded fault, legal variant and hostile target; exits with 1 on a survivor or an accusation',
    )
    .option(
      '--only <id...>',
      'only these ids, with *; or faults, variants, hostile, away (away/ID), or a family',
      listed,
    )
    .option('--seed <n>', 'seed for everything random (default: random, printed)', whole(0, 2 ** 32 - 1))
    .option('--whole', 'judge each fault by all checks, not first by those that name it')
    .option('--alone', 'start a server for each fault and variant, instead of one for many')
    .option('--out <dir>', 'the folder for kill-matrix.json and kill-matrix.md', 'touchstone-report')
    .addHelpText('after', '\nThe whole proof takes minutes; shorter with --only ID or --only FAMILY.')
    .action(async (flags: ProveFlags) => end(await proveWith(flags)))
}
