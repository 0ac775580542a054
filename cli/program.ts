import { Command } from 'commander'
import { certifyCommand } from './commands/certify.ts'
import { cleanupCommand } from './commands/cleanup.ts'
import { compareCommand } from './commands/compare.ts'
import { diffCommand } from './commands/diff.ts'
import { explainCommand } from './commands/explain.ts'
import { historyCommand } from './commands/history.ts'
import { initCommand } from './commands/init.ts'
import { keygenCommand } from './commands/keygen.ts'
import { listCommand } from './commands/list.ts'
import { loadCommand } from './commands/load.ts'
import { mergeCommand } from './commands/merge.ts'
import { openapiCommand } from './commands/openapi.ts'
import { planCommand } from './commands/plan.ts'
import { proveCommand } from './commands/prove.ts'
import { replayCommand } from './commands/replay.ts'
import { runCommand } from './commands/run.ts'
import { serveCommand } from './commands/serve.ts'
import { reword } from './options/usage.ts'
import { verifyCommand } from './commands/verify.ts'
import { version } from './version.ts'

/** The whole command line; `end` is told the exit code of a command that ran to its end. */
export function program(end: (exitCode: number) => void): Command {
  const root = new Command('touchstone')
    .description('Judges implementations of the Deployment Management Service API.')
    .version(version(), '-V, --version', 'print the version')
    .showHelpAfterError(false)
  for (const command of [
    runCommand(end),
    loadCommand(end),
    mergeCommand(end),
    replayCommand(end),
    certifyCommand(),
    verifyCommand(end),
    keygenCommand(),
    diffCommand(end),
    compareCommand(),
    historyCommand(),
    cleanupCommand(end),
    serveCommand(),
    listCommand(),
    explainCommand(),
    planCommand(),
    proveCommand(end),
    openapiCommand(),
    initCommand(),
  ]) {
    root.addCommand(command)
  }
  reword(root)
  return root
}
