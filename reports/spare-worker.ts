/** Makes empty files in a thread of its own; whoever wants no more of them ends it. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'

// As `makeSpare` gives it.
const { folder, count } = workerData as { readonly folder: string; readonly count: number }
mkdirSync(folder, { recursive: true })
for (let made = readdirSync(folder).length; made < count; made++) writeFileSync(join(folder, `spare-${made}`), '')
