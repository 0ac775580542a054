/** Whether a value shows nothing at any depth, not even that a list has no items. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.values(value).every(isEmpty)
}

/** Whether a value shows nothing at any depth; an empty list may be a true answer. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length > 0 && value.every(isNothing)
  return typeof value === 'object' && Object.values(value).every(isNothing)
}
