/**
 * A folder of many small files, written over an earlier run's. To delete thousands and to make as many anew soon after can
 * take ten times as long: ext4 without a journal, before it makes a file, looks at each that was deleted in the last minutes.
 */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OWN } from './write-file.ts'

/** The one such folder, by its name in the folder of the reports. */
export const allureFolder = 'allure-results'

const asideOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.old`)

/** Has the folder out of the way, so that nobody takes it for this run's; its files are kept to be written over. */
export function setAside(folder: string): void {
  if (!existsSync(folder)) return
  dropSpareFolder(folder)
  renameSync(folder, asideOf(folder))
  // A run that ends before it has told anything leaves none of it either.
  process.once('exit', () => dropSpareFolder(folder))
}

/** Deletes what was set aside and not written over. */
export function dropSpareFolder(folder: string): void {
  rmSync(asideOf(folder), { recursive: true, force: true })
}

/** Plain files only: a link would lead elsewhere. */
function spareFiles(folder: string): string[] {
  const aside = asideOf(folder)
  if (!existsSync(aside)) return []
  const entries = readdirSync(aside, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [join(aside, entry.name)] : []))
}

/** Whether it was done: not with a file that has a second name, under which somebody keeps it. */
function overwrite(file: string, bytes: Buffer): boolean {
  const descriptor = openSync(file, 'r+')
  try {
    if (fstatSync(descriptor).nlink > 1) return false
    // Not emptied first: ext4 would then send each file to the disk as it is closed.
    writeFileSync(descriptor, bytes)
    ftruncateSync(descriptor, bytes.length)
    fchmodSync(descriptor, OWN)
    return true
  } finally {
    closeSync(descriptor)
  }
}

/** Makes the folder and these files in it, one after the other, which is quicker than side by side. */
export function writeFolder(folder: string, files: Iterable<readonly [name: string, text: string]>): void {
  setAside(folder)
  const spare = spareFiles(folder)
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of files) {
    const old = spare.pop()
    if (old !== undefined && overwrite(old, Buffer.from(text))) renameSync(old, join(folder, name))
    else writeFileSync(join(folder, name), text, { mode: OWN })
  }
}
