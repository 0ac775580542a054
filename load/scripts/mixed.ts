/**
 * Does a console stay usable while others deploy and clean up: what do reads take beside the writes, and does each show what
 * was asked for?
 */
import journey from './main.ts'

export { options } from './settings.ts'
export { handleSummary, setup } from './main.ts'

// k6 looks for it in each iteration, and finds what is this file's own sooner.
export default journey
