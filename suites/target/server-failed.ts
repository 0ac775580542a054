/** Not implemented, away for now, no room, and asked to log in to a network: none is a failure of the operation. */
const excused: ReadonlySet<number> = new Set([501, 503, 507, 511])

/** Whether a server says by this status that it failed. */
export const saysItFailed = (status: number): boolean => status >= 500 && !excused.has(status)
