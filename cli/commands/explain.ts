import { Command } from 'commander'

export function explainCommand(): Command {
  return new Command('explain')
    .description('say in words what a check, an operation, a result, a clause, a fault or a variant is')
    .argument('<id>', "its id; touchstone list shows them, and a report its results' ids")
    .action(async (id: string) => {
      const { explain } = await import('../steps/explain.ts')
      const text = explain(id).map(([label, words]) => `${label.padEnd(11)} ${words}`)
      process.stdout.write(`${text.join('\n')}\n`)
    })
}
