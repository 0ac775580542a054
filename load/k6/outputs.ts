/** k6's own outputs: passed on as they are, but for files, which a container has at another place. */
import { basename, dirname, resolve } from 'node:path'

interface Outputs {
  readonly args: readonly string[]
  /** Folders that a container is given, as its engine takes them. */
  readonly mounts: readonly string[]
}

/** Outputs that are files: json=FILE and csv=FILE. */
const inFile = /^(json|csv)=(.+)$/

export function outputsOf(
  {
    outputs = [],
    summaryExport = null,
  }: { readonly outputs?: readonly string[]; readonly summaryExport?: string | null },
  contained: boolean,
): Outputs {
  const mounts: string[] = []
  const place = (file: string): string => {
    const path = resolve(file)
    if (!contained) return path
    mounts.push(`${dirname(path)}:/k6-out/${mounts.length}`)
    return `/k6-out/${mounts.length - 1}/${basename(path)}`
  }
  const args = outputs.flatMap((output) => {
    const [, form, file] = inFile.exec(output) ?? []
    return ['--out', form === undefined || file === undefined ? output : `${form}=${place(file)}`]
  })
  return { args: summaryExport === null ? args : [...args, '--summary-export', place(summaryExport)], mounts }
}
