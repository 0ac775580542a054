/** Every command on a page for users works as it stands there (the conventions are in pages.ts). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startReference } from '../../fixtures/reference/serve.ts'
import { entryPoint, entryPointOfClone } from '../cli/touchstone.ts'
import { hasK6 } from '../load/k6.ts'
import { blocksOf, pages, type Block } from './pages.ts'
import { Terminal } from './terminal.ts'

/** What stands on the pages for the reader's own server. */
const ADDRESS = 'https://server.example/api'

/** Its commands start from the sources of the clone, as its readers' do; those of the other pages start from few files. */
const FROM_SOURCES = 'README.md'

async function readerOf(page: string) {
  const server = await startReference()
  const terminal = new Terminal(page === FROM_SOURCES ? entryPointOfClone : entryPoint)
  const close = async () => {
    await terminal.close()
    await server.close()
  }
  const { projectId = '', environmentId = '', targetEnvironmentId = '', serverId = '' } = server.target.identifiers
  const own = new Map([
    [ADDRESS, server.baseUrl],
    ['TOUCHSTONE_TOKEN=…', `TOUCHSTONE_TOKEN=${server.token}`],
  ])
  const ids = new Map([
    ['p1', projectId],
    ['e1', environmentId],
    ['e2', targetEnvironmentId],
    ['s1', serverId],
  ])
  /** The page's placeholders filled in, as a reader does it. */
  const filled = (text: string) =>
    [...own]
      .reduce((so, [placeholder, value]) => so.replaceAll(placeholder, value), text)
      .replaceAll(/(?<=[" ])[pes][12](?=[" \n])/g, (id) => ids.get(id) ?? id)
  const run = async ({ text, info, line }: Block) => {
    const { code, printed } = await terminal.run(filled(text))
    const expected = /^exits (\d+)$/.exec(info)?.[1] ?? '0'
    expect(code, `${page}:${line} ${text}\n${printed}`).toBe(Number(expected))
  }
  return { terminal, filled, run, close }
}

const isRun = ({ language, info }: Block) => language === 'sh' && (info === 'k6' ? hasK6 : info !== 'not run')

// Each page has a reader of its own, with a folder and a server.
test.concurrent.each(pages.filter((page) => blocksOf(page).some(isRun)))(
  '%s: every command does what the page says',
  { timeout: 600_000 },
  async (page) => {
    const { terminal, filled, run, close } = await readerOf(page)
    try {
      for (const block of blocksOf(page)) {
        if (block.language === 'json' && block.info !== '') {
          writeFileSync(join(terminal.folder, block.info), filled(block.text))
        } else if (isRun(block)) {
          await (block.info === 'stays' ? terminal.stay(filled(block.text)) : run(block))
        }
      }
    } finally {
      await close()
    }
  },
)
