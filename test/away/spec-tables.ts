import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One operation as the tables of the specification list it. */
export interface Listed {
  readonly name: string
  readonly method: string
  readonly fields: readonly string[]
  readonly noBody: boolean
}

/** The specification stands beside the repository on some machines, and beside the folder of its worktrees. */
const folder = ['../shared/spec', '../../shared/spec'].find((path) => existsSync(path))

export const specThere = folder !== undefined

const cells = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('`', '').trim())

/** The names in a cell of fields, with their `*` and `?`. */
const names = (cell: string): readonly string[] =>
  cell
    .replaceAll(/\([^)]*\)/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[<>A-Za-z]+[*?]?$/.test(name) && name !== 'none')

/** Every operation in the tables; empty where the specification is not there. */
export function listedOperations(): readonly Listed[] {
  if (folder === undefined) return []
  const text = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cells)
  const creates = new Map(
    rows.filter((row) => row.length === 2).map(([kind = '', fields = '']) => [kind, names(fields)]),
  )
  const flags = rows
    .filter(([name = '', type]) => /^(can|acce|userId)/.test(name) && type !== undefined)
    .map(([name = '']) => name)
  const kinds = ['colstore', 'sqlb', 'sqla', 'sqlc', 'docstore', 'kvstore']
  return rows
    .filter(([method]) => method === 'GET' || method === 'POST')
    .flatMap(([method = '', path = '', cell = '']) => {
      const noBody = cell === 'no body'
      const each = path.includes('<kind>') ? kinds : ['']
      return each.map((kind) => {
        const name = path.replace('<kind>', kind).slice(1)
        const shown = cell === 'see below' ? flags : noBody || cell.startsWith('body,') ? [] : names(cell)
        const fields = cell.startsWith('see the create') ? (creates.get(kind) ?? []) : shown
        return { name, method, noBody, fields: fields.map((field) => field.replace('<kind>', kind)) }
      })
    })
}
