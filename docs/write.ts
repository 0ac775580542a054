/** Writes what is made from the code into the pages: `npm run docs:write`. A test holds it current. */
import { readFileSync, writeFileSync } from 'node:fs'
import { operations } from '../schemas/registry.ts'
import { checksPage } from './made/checks.ts'
import { commandsPart, keysPart, reportPart } from './made/contract.ts'
import { profilesPart } from './made/load.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The page with a part between its two marks. */
function filled(page: string, mark: string, part: string): string {
  const section = new RegExp(`(<!-- ${mark}: [^>]*-->\\n)[^]*?(<!-- end of the ${mark.split(' ')[0]} -->)`)
  if (!section.test(page)) throw new Error(`the page has no place for ${mark}`)
  return page.replace(section, (_, begin: string, end: string) => `${begin}\n${part}\n\n${end}`)
}

/** Pages that say how many operations the API has. */
const counting = ['../README.md', 'certify.md', 'compared-with-fuzzers.md', 'judgement.md'] as const

/** The page with the number of operations that the registry holds. */
const counted = (page: string) => page.replace(/\b\d+ operations\b/g, `${operations.length} operations`)

/** Every page that is made from the code, wholly or in part, by its name in this folder. */
export async function madePages(): Promise<ReadonlyMap<string, string>> {
  const contract = filled(filled(read('contract.md'), 'commands', await commandsPart()), 'report', reportPart())
  return new Map([
    ...counting.map((name) => [name, counted(read(name))] as const),
    ['checks.md', checksPage()],
    ['contract.md', contract],
    ['load.md', filled(read('load.md'), 'profiles', profilesPart())],
    ['target-file.md', filled(read('target-file.md'), 'keys of the target file', keysPart())],
  ])
}

if (import.meta.main) {
  for (const [name, text] of await madePages()) writeFileSync(new URL(name, import.meta.url), text)
}
