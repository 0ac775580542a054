/** All texts that people read, each with where it stands: pages, and sentences in code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { program } from '../../cli/program.ts'
import { faults } from '../../fixtures/reference/faults/index.ts'
import { variants } from '../../fixtures/reference/variants/index.ts'
import { loadChecks } from '../../load/checks.ts'
import { clauses } from '../../schemas/clauses.ts'
import { targetKeys } from '../../schemas/derive/json-schema.ts'
import { checks } from '../../suites/run/checks.ts'

export interface Text {
  readonly at: string
  readonly text: string
}

/** Made from code, whose sentences are looked at there. */
const MADE = new Set(['kill-matrix.md', 'mutants.md', 'checks.md'])

const pages = (): readonly string[] => [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md') && !MADE.has(name))
    .map((name) => join('docs', name)),
]

/** What a reader sees of a node; code stands in its marks, which take it out of the rules. */
function shown(node: Nodes): string {
  if (node.type === 'inlineCode') return `\`${node.value}\``
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(shown).join('') : ' '
}

function textsIn(node: Nodes, page: string): readonly Text[] {
  if (node.type === 'paragraph' || node.type === 'tableCell' || node.type === 'heading')
    return [{ at: `${page}:${node.position?.start.line ?? 0}`, text: shown(node) }]
  return 'children' in node ? node.children.flatMap((child) => textsIn(child, page)) : []
}

export function textsOf(page: string, text: string): readonly Text[] {
  // What stands above a page for the site is no Markdown.
  const body = text.replace(/^---\n[^]*?\n---\n/, (head) => head.replaceAll(/[^\n]/g, ''))
  return textsIn(fromMarkdown(body, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }), page)
}

async function inCode(): Promise<readonly Text[]> {
  const root = await program(() => undefined, [])
  const commands = root.commands.flatMap((command) => [
    { at: `--help of ${command.name()}`, text: command.description() },
    ...[...command.options, ...command.registeredArguments].map((one) => ({
      at: `--help of ${command.name()}, ${one.name()}`,
      text: one.description,
    })),
  ])
  const said = [...checks, ...loadChecks].flatMap(({ id, claim, sends, expects }) =>
    [claim, sends, expects].map((text) => ({ at: `check ${id}`, text })),
  )
  const ledger = clauses.flatMap(({ id, says, why = '' }) => [says, why].map((text) => ({ at: `clause ${id}`, text })))
  return [
    ...commands,
    ...said,
    ...ledger,
    ...faults.map(({ id, sentence }) => ({ at: `fault ${id}`, text: sentence })),
    ...variants.map(({ id, sentence }) => ({ at: `variant ${id}`, text: sentence })),
    ...Object.entries(targetKeys).map(([key, text]) => ({ at: `key ${key} of the target file`, text })),
  ]
}

export const allTexts = async (): Promise<readonly Text[]> => [
  ...pages().flatMap((page) => textsOf(page, readFileSync(page, 'utf8'))),
  ...(await inCode()),
]
