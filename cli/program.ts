import { Command } from 'commander'
import { openThread } from '../suites/groups/open-thread.ts'
import { reword } from './options/usage.ts'
import { version } from './version.ts'

/** Told the exit code of a command that ran to its end. */
type End = (exitCode: number) => void
type Load = (end: End, words: readonly string[]) => Promise<Command>

/** Each command is loaded where it is asked for: all of them take ten times as long as most need. */
const commands: Readonly<Record<string, Load>> = {
  run: async (end, words) => {
    // It loads the suites on a core of its own, while this thread loads what reads the command line.
    if (!asksForHelp(words)) openThread()
    return (await import('./commands/run.ts')).runCommand(end)
  },
  load: async (end) => (await import('./commands/load.ts')).loadCommand(end),
  merge: async (end) => (await import('./commands/merge.ts')).mergeCommand(end),
  replay: async (end) => (await import('./commands/replay.ts')).replayCommand(end),
  certify: async () => (await import('./commands/certify.ts')).certifyCommand(),
  verify: async (end) => (await import('./commands/verify.ts')).verifyCommand(end),
  keygen: async () => (await import('./commands/keygen.ts')).keygenCommand(),
  diff: async (end) => (await import('./commands/diff.ts')).diffCommand(end),
  compare: async () => (await import('./commands/compare.ts')).compareCommand(),
  history: async () => (await import('./commands/history.ts')).historyCommand(),
  script: async () => (await import('./commands/script.ts')).scriptCommand(),
  known: async () => (await import('./commands/known.ts')).knownCommand(),
  cleanup: async (end) => (await import('./commands/cleanup.ts')).cleanupCommand(end),
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  list: async () => (await import('./commands/list.ts')).listCommand(),
  explain: async () => (await import('./commands/explain.ts')).explainCommand(),
  plan: async () => (await import('./commands/plan.ts')).planCommand(),
  prove: async (end) => (await import('./commands/prove.ts')).proveCommand(end),
  openapi: async () => (await import('./commands/openapi.ts')).openapiCommand(),
  init: async () => (await import('./commands/init.ts')).initCommand(),
}

const asksForHelp = (words: readonly string[]) =>
  words.length === 0 || words.some((word) => /^(-h|--help|help)$/.test(word))

/** The commands that this command line may need: the one that it names first, none for the version, else all. */
function needed([first = '']: readonly string[]): readonly Load[] {
  const named = Object.entries(commands).find(([name]) => name === first)
  if (named) return [named[1]]
  return first === '--version' || first === '-V' ? [] : Object.values(commands)
}

/** The command line, as far as these words need it; `end` is told the exit code of a command that ran to its end. */
export async function program(end: End, words: readonly string[]): Promise<Command> {
  const root = new Command('touchstone')
    .description('Judges implementations of the Deployment Management Service API.')
    .version(version(), '-V, --version', 'print the version')
    .showHelpAfterError(false)
  for (const load of needed(words)) root.addCommand(await load(end, words))
  reword(root)
  return root
}
