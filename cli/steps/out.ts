import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { outputFiles } from '../../reports/forms/forms.ts'
import { allureFolder, setAside } from '../../reports/reuse-folder.ts'

/** Makes a folder and those above it, one by one: where the system makes none (/proc), Node's own way never ends. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) mkdirSync(folder)
    return
  }
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** The folder of the reports, without those of an earlier run: a stale one would be taken for this run's. */
export function prepareOut(folder: string): void {
  try {
    makeFolder(folder)
    // Where no run has been, a file of one of these names is somebody else's.
    if (!existsSync(join(folder, 'report.json'))) return
    setAside(join(folder, allureFolder))
    const logs = readdirSync(folder).filter((name) => /^container(-[^/]*)?\.log$/.test(name))
    for (const one of [...outputFiles, ...logs]) rmSync(join(folder, one), { force: true, recursive: true })
  } catch (error) {
    throw new UsageError(`--out ${folder} can't be used as a folder: ${fileTrouble(error)}; name another one`)
  }
}
