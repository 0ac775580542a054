/** Writes the generated files; run it after a change of the registry or of the target file's keys. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { generatedFiles } from './files.ts'

const schemas = new URL('../', import.meta.url)
mkdirSync(new URL('json/', schemas), { recursive: true })
for (const [path, text] of generatedFiles()) writeFileSync(new URL(path, schemas), text)
