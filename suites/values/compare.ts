/** A value that was written, held against the one that is shown (docs/judgement.md, rules 6 and 7). */
import type { FieldType } from '../../schemas/operation.ts'
import { isWrittenAnew } from './setting-value.ts'

/** How a value is shown; `near` differs only in what targets are free to make alike. */
export type Likeness = 'same' | 'near' | 'hidden' | 'text of a number' | 'other type' | 'other'

/** Whether a value is shown as it was written, but for what targets are free to make alike. */
export const isAlike = (likeness: Likeness): boolean => likeness === 'same' || likeness === 'near'

const secret = /password|secret|token|private/i

/** Whether a field holds what targets rightly mask, hash or leave out. */
export const isSecret = (field: string): boolean => secret.test(field)

/** A secret that is not shown at all: left out, empty, or masked. Some targets show it once, or for a while. */
export const isPutAway = (field: string, shown: unknown): boolean =>
  isSecret(field) &&
  (shown === undefined || shown === null || (typeof shown === 'string' && /^(?:([*•●#xX.])\1{2,})?$/u.test(shown)))

/** A text without what targets are free to make alike: composition, line ends, white space around it, case. */
export const folded = (text: string) => text.normalize('NFC').replaceAll('\r\n', '\n').trim().toLowerCase()

/** An address without its scheme and the slash at its end, which targets are free to add or to leave out. */
const bareAddress = (text: string) => text.replace(/^https?:\/\//i, '').replace(/\/$/, '')

/** A path inside a repository may begin with a slash or not, a path to mount at has to; any path or prefix may end with one. */
const bareSlashes = (field: string, text: string) =>
  /path$/i.test(field) && field !== 'mountPath' ? text.replaceAll(/^\/|\/$/g, '') : text.replace(/(?<=.)\/$/, '')

/** The text of a field as it is compared: of an address or a path, what all ways to write it have in common. */
export function asAddressed(field: string, text: string): string {
  if (/url$/i.test(field)) return bareAddress(text)
  return /path$|prefix$/i.test(field) ? bareSlashes(field, text) : text
}

/** A masked, hashed or encrypted secret: nothing of what was written stands in it. */
const veiled = (written: string, shown: unknown) =>
  shown === null || shown === '' || (typeof shown === 'string' && !shown.includes(written) && !written.includes(shown))

function likeText(field: string, written: string, shown: unknown): Likeness {
  if (typeof shown === 'string') {
    if (shown === written) return 'same'
    if (folded(shown) === folded(written)) return 'near'
    if (folded(asAddressed(field, shown)) === folded(asAddressed(field, written))) return 'near'
    if (field.startsWith('proxyConfig') && isWrittenAnew(written, shown)) return 'near'
    // What stands before or after an appName is the target's to give: so no two meet on its host.
    if (field === 'appName' && shown.includes(written)) return 'near'
    return isSecret(field) && veiled(written, shown) ? 'hidden' : 'other'
  }
  if (isSecret(field) && veiled(written, shown)) return 'hidden'
  return shown === null || shown === undefined ? 'other' : 'other type'
}

export function compare(field: string, type: FieldType, written: unknown, shown: unknown): Likeness {
  if (type === 'integer') {
    if (shown === written) return 'same'
    if (typeof shown === 'string' && shown.trim() !== '' && Number(shown) === written) return 'text of a number'
    return shown === null || typeof shown === 'number' ? 'other' : 'other type'
  }
  if (type === 'string' || type === 'email') return likeText(field, String(written), shown)
  if (JSON.stringify(shown) === JSON.stringify(written)) return 'same'
  return typeof shown === typeof written || shown === null ? 'other' : 'other type'
}
