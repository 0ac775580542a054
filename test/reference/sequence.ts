import type { Driver } from './drive.ts'

/** Sends several requests, and gives what came of them without what is random in it. */
export type Sequence = (driver: Driver) => Promise<unknown>
