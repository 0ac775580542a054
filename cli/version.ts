import { existsSync, readFileSync } from 'node:fs'

/** As much of package.json as is read; ours, so it is taken at its word. */
interface Manifest {
  readonly name: string
  readonly version: string
}

/** This package's version: its package.json stands one folder up in a clone and two in the installed package. */
export function version(): string {
  for (const place of ['../package.json', '../../package.json']) {
    const file = new URL(place, import.meta.url)
    if (!existsSync(file)) continue
    const found = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    if (found.name === 'touchstone') return found.version
  }
  throw new Error('package.json of touchstone was not found beside its own code')
}
