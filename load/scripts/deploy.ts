/**
 * Does the target keep its word while many deploy at once: are applications, compose projects and databases made, deployed,
 * stopped and deleted as asked, each response about its own, and how long does each operation take?
 */
import journey from './main.ts'

export { options } from './settings.ts'
export { handleSummary, setup } from './main.ts'

// k6 looks for it in each iteration, and finds what is this file's own sooner.
export default journey
