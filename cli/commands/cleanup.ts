import { Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { journalIn, readJournal } from '../../fixtures/journal.ts'
import { permissions } from '../../schemas/target.ts'
import { addTargetOptions, type RunFlags, type TargetFlags } from '../options/flags.ts'
import { resolveRun } from '../options/options.ts'
import { withTargetHere } from '../options/target-here.ts'
import { say } from '../terminal/say.ts'
import { cleanedInWords } from '../steps/cleaned.ts'
import { waitFor } from '../steps/wait.ts'

type CleanupFlags = Pick<RunFlags, keyof TargetFlags> & {
  readonly journal: string
}

/** Deletes what the journal's runs left; the exit code says whether anything of known identifier is still there. */
async function cleanup(flags: CleanupFlags): Promise<number> {
  const entries = readJournal(flags.journal)
  const { cleanUp, countOf, unfinished } = await import('../../suites/run/cleanup.ts')
  // Where the runs went is in the journal; the token never is.
  const addresses = [...new Set(entries.filter(({ event }) => event === 'run').map(({ name }) => name))]
  const address = flags.baseUrl ?? (flags.target === undefined ? addresses.at(-1) : undefined)
  if (flags.target === undefined && address === undefined && process.env['TOUCHSTONE_BASE_URL'] === undefined)
    throw new UsageError(`${flags.journal} does not say which target its runs went to; give --base-url or --target`)
  const run = { ...flags, ...(address === undefined ? {} : { baseUrl: address }), shard: { index: 1, count: 1 } }
  const { options, close } = await resolveRun(withTargetHere(run), process.env, '.')
  const { baseUrl } = options.target
  // A journal may hold runs against several targets: only what was made on this one is to be deleted here.
  const begun = entries.filter(({ event, name }) => event === 'run' && name === baseUrl)
  const here = new Set(begun.map((entry) => entry.run))
  // A journal of a load run, or an older one, does not say what its run was permitted: all that left something.
  const allow = permissions.filter(
    (one) => begun.length === 0 || begun.some((entry) => entry.allow?.includes(one) ?? true),
  )
  const todo = unfinished(addresses.length === 0 ? entries : entries.filter((entry) => here.has(entry.run)))
  if (countOf(todo) === 0) {
    await close()
    say(`${flags.journal} lists nothing that was left on ${baseUrl}; nothing was sent.`)
    return 0
  }
  if (flags.wait > 0) await waitFor(options, flags.wait, new AbortController().signal)
  const journal = journalIn(flags.journal, options.run)
  const cleaned = await cleanUp(todo, { ...options, allow }, journal)
  await close()
  say(`${baseUrl}: ${cleanedInWords(cleaned)}.`)
  const { restored, leftovers } = cleaned
  for (const { kind, name, id, why } of leftovers)
    say(`  ${id === null ? 'may be left' : 'left'}: ${kind} ${name}${id === null ? '' : ` (${id})`}: ${why}`)
  return leftovers.some(({ id }) => id !== null) || restored.length < todo.settings.length ? 1 : 0
}

export function cleanupCommand(end: (exitCode: number) => void): Command {
  return addTargetOptions(
    new Command('cleanup').description('delete what an interrupted run left on its target'),
    'without a target, the last one that the journal names',
  )
    .requiredOption('--journal <file>', 'the journal.jsonl of the run')
    .action(async (flags: CleanupFlags) => end(await cleanup(flags)))
}
