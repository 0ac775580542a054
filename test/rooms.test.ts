import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** More files than this in one folder show nobody the way. */
const MOST = 15

/** One file a command: as many as there are. */
const COMMANDS = 'cli/commands'

const folders = ['fixtures', 'reports', 'cli'].flatMap((top) => [
  top,
  ...readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name)),
])

test.each(folders.filter((folder) => folder !== COMMANDS))('%s holds no more than fifteen files', (folder) => {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeLessThanOrEqual(MOST)
})
