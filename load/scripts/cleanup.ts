/**
 * What do the clean-up operations cost while they come in numbers: do they all answer as specified, and does nobody's record go
 * with what they clean?
 */
export { options } from './settings.ts'
export { default, handleSummary, setup } from './main.ts'
