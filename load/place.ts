/** Where what is no code of ours stands: beside this code in a clone, one folder up in the installed package. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

function folder(name: string): string {
  for (const place of ['../load/', '../../load/']) {
    const found = new URL(`${place}${name}/`, import.meta.url)
    if (existsSync(new URL(name === 'k6' ? 'go.mod' : 'deploy.ts', found))) return fileURLToPath(found)
  }
  throw new Error(`load/${name} was not found beside touchstone's own code`)
}

/** The scripts that k6 runs. */
export const scriptsFolder = (): string => folder('scripts')

/** The Go module that pins k6. */
export const moduleFolder = (): string => folder('k6')
