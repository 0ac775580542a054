/**
 * Does the target keep its word while many deploy at once: are applications, compose projects and databases made, deployed,
 * stopped and deleted as asked, each answer about its own, and how long does each operation take?
 */
export { options } from './settings.ts'
export { default, handleSummary, setup } from './main.ts'
