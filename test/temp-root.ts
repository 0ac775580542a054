/**
 * One folder for all that the tests, and the processes that they start, put where temporary files go: it is taken away when they
 * are over. Named in vitest.config.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the system looks for the place of temporary files: POSIX, and Windows. */
const names = ['TMPDIR', 'TEMP', 'TMP']

export default function setUp(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-tests-'))
  for (const name of names) process.env[name] = root
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 3 })
}
