import { renameSync, writeFileSync } from 'node:fs'

/** Its owner alone reads what a target answered. */
export const OWN = 0o600

/** Writes a file at once: whoever looks at it, and whatever ends this process, finds the old one or the new, never half. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.part`
  writeFileSync(draft, text, { mode: OWN, flush: true })
  renameSync(draft, file)
}
