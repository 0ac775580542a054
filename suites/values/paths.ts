/** Paths of files in a listing of directories, whose form the specification does not show. */
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { isObject } from '../../schemas/json-object.ts'

const FILE = /^\/?[\w./-]+\/[\w.-]+\.\w{1,6}$/
const FILE_NAME = /^[\w.-]+\.\w{1,6}$/
const FOLDER = /^\/[\w./-]*$/
const NAMING = /^(name|dir|directory|folder)$/i

/** The texts in a listing that look like paths of files, in the order in which they stand. */
export const pathsIn = (listing: unknown): readonly string[] => textsIn(listing).filter((text) => FILE.test(text))

/** Paths as a listing shows them; where it shows none, its names of files, each under the names of the directories around it. */
export function likelyPathsIn(listing: unknown): readonly string[] {
  const shown = pathsIn(listing)
  return shown.length > 0 ? shown : [...new Set(joined(listing, ''))]
}

function joined(value: unknown, folder: string): readonly string[] {
  if (typeof value === 'string') return folder !== '' && FILE_NAME.test(value) ? [`${folder}/${value}`] : []
  if (Array.isArray(value)) return value.flatMap((one) => joined(one, folder))
  if (!isObject(value)) return []
  const own = folderOf(value, folder)
  return Object.entries(value).flatMap(([key, one]) => joined(one, FOLDER.test(key) ? trimmed(key) : own))
}

/** The directory that an object of a listing is about: by its path, or by its name where it holds others. */
function folderOf(entry: Readonly<Record<string, unknown>>, around: string): string {
  const path = Object.values(entry).find((one) => typeof one === 'string' && FOLDER.test(one))
  if (typeof path === 'string') return trimmed(path)
  const [, name] = Object.entries(entry).find(([key, one]) => typeof one === 'string' && NAMING.test(key)) ?? []
  if (typeof name !== 'string' || !Object.values(entry).some((one) => typeof one === 'object' && one !== null))
    return around
  return around === '' ? name : `${around}/${name}`
}

const trimmed = (folder: string) => folder.replace(/\/$/, '')
