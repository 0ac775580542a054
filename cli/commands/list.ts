import { Argument, Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { nearest } from '../../schemas/nearest.ts'
import { columns } from '../terminal/columns.ts'

/** One thing that there is: as JSON prints it, and as a line of a table. */
interface Item {
  readonly json: object
  readonly line: readonly string[]
}

async function operationItems(): Promise<readonly Item[]> {
  const { listedOperations } = await import('../../schemas/derive/listed.ts')
  return listedOperations.map((json) => {
    const { id, method, effect, body, query } = json
    return {
      json,
      line: [id, method, effect, body ? body.fields.map((field) => field.name).join(' ') : query.map(marked).join(' ')],
    }
  })
}
const marked = ({ name, required }: { name: string; required: boolean }) => `${name}${required ? '*' : '?'}`

async function checkItems(): Promise<readonly Item[]> {
  const { checks, clausesOf } = await import('../../suites/run/checks.ts')
  const { loadChecks } = await import('../../load/checks.ts')
  return [...checks, ...loadChecks].map((check) => {
    const { id, claim, kills } = check
    const clauses = clausesOf(check)
    const few = clauses.length > 3 ? [...clauses.slice(0, 2), `and ${clauses.length - 2} more`] : clauses
    return { json: { id, sentence: claim, clause: clauses.join(' '), kills }, line: [id, few.join(' '), claim] }
  })
}

async function clauseItems(): Promise<readonly Item[]> {
  const { clauses } = await import('../../schemas/clauses.ts')
  return clauses.map((clause) => ({
    json: { id: clause.id, sentence: clause.says, where: clause.where, asserted: clause.asserted, why: clause.why },
    line: [clause.id, clause.says],
  }))
}

async function faultItems(): Promise<readonly Item[]> {
  const { faults, loadFaults } = await import('../../fixtures/reference/faults/index.ts')
  return [...faults, ...loadFaults].map(({ id, sentence, clause, level, operations }) => ({
    json: { id, sentence, clause, level, operations },
    line: [id, clause, sentence],
  }))
}

async function variantItems(): Promise<readonly Item[]> {
  const { variants } = await import('../../fixtures/reference/variants/index.ts')
  return variants.map(({ id, sentence }) => ({ json: { id, sentence }, line: [id, sentence] }))
}

const lists = new Map<string, () => Promise<readonly Item[]>>([
  ['operations', operationItems],
  ['checks', checkItems],
  ['clauses', clauseItems],
  ['faults', faultItems],
  ['variants', variantItems],
])

export function listCommand(): Command {
  const names = [...lists.keys()]
  return new Command('list')
    .description(`list what there is: ${names.join(', ')}`)
    .addArgument(new Argument('<what>', names.join(' | ')))
    .option('--json', 'print an array of objects')
    .action(async (what: string, flags: { json?: boolean }) => {
      const list = lists.get(what)
      if (!list) throw new UsageError(`there is no list of '${what}'; ${nearest(what, names)}`)
      const items = await list()
      const text = flags.json
        ? JSON.stringify(
            items.map((item) => item.json),
            null,
            2,
          )
        : columns(items.map((item) => item.line))
      process.stdout.write(`${text}\n`)
    })
}
