/**
 * What do the clean-up operations cost while they come in numbers: do they all response as specified, and does nobody's record go
 * with what they clean?
 */
import journey from './main.ts'

export { options } from './settings.ts'
export { handleSummary, setup } from './main.ts'

// k6 looks for it in each iteration, and finds what is this file's own sooner.
export default journey
