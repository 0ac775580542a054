import { plural } from '../../reports/model/headline.ts'
import type { CleanedUp } from '../../suites/run/cleanup.ts'

/** What became of what interrupted runs had left, in words. */
export function cleanedInWords({ deleted, restored, removed }: CleanedUp): string {
  const users = removed > 0 ? [`${plural(removed, 'invited user')} removed`] : []
  return [
    `${plural(deleted.length, 'record')} deleted or gone already`,
    ...users,
    `${plural(restored.length, 'setting')} put back`,
  ].join(', ')
}
