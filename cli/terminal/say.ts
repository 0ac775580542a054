import { printable } from '../../reports/model/printable.ts'

/** A line on standard output; what a target has put into it is shown and not done. */
export const say = (line: string): boolean => process.stdout.write(`${printable(line)}\n`)
