/** What can be told of the pages' blocks without running them. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { program } from '../../cli/program.ts'
import { targetFile } from '../../schemas/target.ts'
import { blocksOf, commandsIn, pages } from './pages.ts'

const root = await program(() => undefined, [])

/** What commander would refuse of a command's words: an unknown command, an unknown option. */
function unknownIn([name, ...words]: readonly string[]): readonly string[] {
  const command = root.commands.find((one): one is Command => one.name() === name)
  if (!command) return [`no command ${name}`]
  const known = new Set(command.options.flatMap(({ long, short }) => [long, short]).concat('--help'))
  return words.filter((word) => word.startsWith('-')).filter((word) => !known.has(word.replace(/=.*$/, '')))
}

describe.each(pages)('%s', (page) => {
  const blocks = blocksOf(page)

  test('each block with a command is marked as sh', () => {
    const others = blocks.filter(({ language }) => language !== 'sh' && language !== 'text')
    expect(others.filter((block) => commandsIn(block).length > 0)).toEqual([])
    for (const { language, info, line } of blocks.filter((one) => one.language === 'sh'))
      expect(info, `${page}:${line} ${language}`).toMatch(/^($|exits \d+$|stays$|k6$|not run$)/)
  })

  test('each command and each option in it exists', () => {
    const commands = blocks.filter(({ language }) => language === 'sh').flatMap(commandsIn)
    expect(commands.flatMap(unknownIn)).toEqual([])
  })

  test('each link to a file leads somewhere', () => {
    const text = readFileSync(page, 'utf8')
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, link, source]) => link ?? source ?? '')
      .filter((link) => !/^https?:/.test(link))
    // The page of another helper comes with what it is about.
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
  })
})

test('every target file on the pages is one', () => {
  const files = ['README.md', 'docs/target-file.md', 'docs/load.md', 'docs/compared-with-fuzzers.md'].flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => language === 'json')
      .map((block) => ({ page, ...block })),
  )
  expect(files.length).toBeGreaterThan(10)
  for (const { page, line, text } of files) {
    const read = targetFile.safeParse(parse(text))
    expect(read.error?.message, `${page}:${line}`).toBeUndefined()
  }
})
