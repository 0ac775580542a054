/** Reads the specification's own tables, so that the registry can be held against them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../../shared/spec/', import.meta.url)

/** Why the specification's text cannot be read; null where it can. */
export const absent = existsSync(folder) ? null : 'the specification is not beside the checkout'

type Row = readonly string[]
interface Table {
  readonly heading: string
  readonly columns: Row
  readonly rows: readonly Row[]
}

/** What a table says of one operation, in the words of the registry. */
export interface Described {
  readonly method: string
  readonly path: string
  readonly query: readonly { name: string; required: boolean }[]
  readonly body: null | { fields: readonly { name: string; type: string; shown?: string }[] }
}

/** The specification's whole text. */
export function specificationText(): string {
  return readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
}

/** Every table, with the heading that it stands under. */
export function tables(text: string): Table[] {
  const found: { heading: string; columns: Row; rows: Row[] }[] = []
  let heading = ''
  let open = false
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+\s*/, '')
    const row = line.startsWith('|')
    if (row && !open) found.push({ heading, columns: cells(line), rows: [] })
    else if (row && !/^[|\s:-]+$/.test(line)) found.at(-1)?.rows.push(cells(line))
    open = row
  }
  return found
}

/** The rows under a heading of the table with such columns; a table that is not there is an error. */
export function rowsOf(all: readonly Table[], heading: string, ...columns: string[]): readonly Row[] {
  const table = all.find((t) => t.heading === heading && columns.every((column, i) => t.columns[i] === column))
  if (!table) throw new Error(`the specification has no table ${columns.join(' | ')} under ${heading}`)
  return table.rows
}

/** Every operation that the tables under Endpoints list, `<kind>` written out for each kind. */
export function describedOperations(all: readonly Table[], kinds: readonly string[]): Described[] {
  const creates = new Map(rowsOf(all, 'Database services', 'Kind', 'Fields').map(([kind, fields]) => [kind, fields]))
  const permissions = rowsOf(all, 'admin', 'Field', 'Type')
    .map(([name, type]) => `${name} (${type})`)
    .join(', ')
  return all
    .filter(({ columns }) => columns[0] === 'Method')
    .flatMap(({ rows }) => rows)
    .flatMap(([method = '', path = '', takes = '']) =>
      (path.includes('<kind>') ? kinds : ['']).map((kind) => {
        const written = takes === 'see the create table below' ? creates.get(kind) : takes
        return describe(
          method,
          path.replace('<kind>', kind),
          (written === 'see below' ? permissions : (written ?? '')).replaceAll('<kind>', kind),
        )
      }),
    )
}

function describe(method: string, path: string, takes: string): Described {
  if (method === 'GET') {
    return { method, path, query: takes === 'none' ? [] : items(takes).map(parameter), body: null }
  }
  if (takes === 'no body') return { method, path, query: [], body: null }
  return { method, path, query: [], body: { fields: takes === 'body, no fields' ? [] : items(takes).map(field) } }
}

/** Splits at commas, but not at those in brackets. */
function items(cell: string): string[] {
  return cell.split(/,\s*(?![^(]*\))/)
}

function parameter(item: string): { name: string; required: boolean } {
  const match = /^(\w+)([*?])$/.exec(item)
  if (!match?.[1]) throw new Error(`not a query parameter: ${item}`)
  return { name: match[1], required: match[2] === '*' }
}

const typeOf = new Map([
  ['string', 'string'],
  ['integer', 'integer'],
  ['boolean', 'boolean'],
  ['string, e-mail address format', 'email'],
  ['array of string (spelling exact)', 'string[]'],
  ['the path spelling is exact', 'string'],
])

function field(item: string): { name: string; type: string; shown?: string } {
  const [, name, remark = 'string'] = /^(\w+)(?: \((.*)\))?$/.exec(item) ?? []
  const shown = /^value (\w+) shown$/.exec(remark)?.[1]
  const type = shown === undefined ? typeOf.get(remark) : 'string'
  if (name === undefined || type === undefined) throw new Error(`not a body field: ${item}`)
  return shown === undefined ? { name, type } : { name, type, shown }
}

function cells(line: string): Row {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.replaceAll('`', '').trim())
}
