import { Command } from 'commander'

export function explainCommand(): Command {
  return new Command('explain')
    .description('explain a check, an operation, a result, a clause, a fault or a variant')
    .argument('<id>', 'its id, from touchstone list or from a report')
    .action(async (id: string) => {
      const { explain } = await import('../steps/explain.ts')
      const text = explain(id).map(([label, words]) => `${label.padEnd(11)} ${words}`)
      process.stdout.write(`${text.join('\n')}\n`)
    })
}
