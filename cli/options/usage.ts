/** Turns what commander says of wrong usage into one sentence with the nearest known name. */
import type { Command, CommanderError } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { nearest } from '../../schemas/nearest.ts'

const see = (command: Command) => `touchstone ${command.parent ? `${command.name()} ` : ''}--help shows what there is`

/** What was mistyped: what commander quotes, without the value behind a `=`, which may be a token. */
const quoted = (message: string) => (/'([^'=]*)/.exec(message)?.[1] ?? '').trim()

/** Commander's own sentence, on one line; it is about a value or its absence. */
function usageMessage(command: Command, error: CommanderError): string {
  const words = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  return `${words.replace(/\.$/, '')}; ${see(command)}`
}

function sentence(command: Command, error: CommanderError): string {
  switch (error.code) {
    case 'commander.unknownOption': {
      const flag = quoted(error.message)
      const known = command.options.flatMap((option) => option.long ?? []).concat('--help')
      return `unknown option '${flag}'; ${nearest(flag, known)}; ${see(command)}`
    }
    case 'commander.unknownCommand': {
      const name = quoted(error.message)
      const known = command.commands.map((sub) => sub.name())
      return `unknown command '${name}'; ${nearest(name, known)}; ${see(command)}`
    }
    case 'commander.excessArguments':
      // The superfluous words are not repeated: one of them may be a token.
      return `too many words after ${command.name()}; ${see(command)}`
    case 'commander.invalidArgument': {
      const choices = /Allowed choices are (.*?)\.?$/.exec(error.message)?.[1]
      const value = /argument '(.*)' is invalid/.exec(error.message)?.[1] ?? ''
      if (choices === undefined) return usageMessage(command, error)
      const flag = quoted(error.message).split(' ')[0]
      return `${flag}: unknown '${value}'; use ${choices}; ${nearest(value, choices.split(', '))}`
    }
    default:
      return usageMessage(command, error)
  }
}

/** Errors of this command and its subcommands come as UsageErrors; help and version end quietly. */
export function reword(command: Command): void {
  command.configureOutput({ outputError: () => undefined })
  command.exitOverride((error) => {
    throw error.exitCode === 0 || error.code === 'commander.help' ? error : new UsageError(sentence(command, error))
  })
  command.commands.forEach(reword)
}
