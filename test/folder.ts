import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder; all of them go when the tests are over (temp-root.ts). */
export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'touchstone-'))
