/**
 * Does a console stay usable while others deploy and clean up: what do reads take beside the writes, and does each show what
 * was asked for?
 */
export { options } from './settings.ts'
export { default, handleSummary, setup } from './main.ts'
