/** Writes lines of the journal. */
import * as settings from './settings.ts'

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { run } = settings.plan
// A global name is looked up in each scope around it; this module's own names are not.
const { now } = Date

/** k6 gives a virtual user its console when it begins to iterate: until then, another stands there. */
let log: ((text: string) => void) | null = null

/** Each look at k6's console makes its functions anew. */
export const say = (text: string): void => (log ??= console.log)(text)

const lead = `{"run":"${run}","time":"`

const SECOND = 1000
const HOUR = 3_600_000
/** The hour and the second that it was last, and how times in them begin. */
let hour = { ms: 0, text: '' }
let second = { ms: 0, text: '' }

const two = (number: number): string => (number < 10 ? `0${number}` : `${number}`)

/** The time as ISO 8601 has it; put together from its hour, because a Date costs k6 as much as a request's oracles. */
function timestamp(): string {
  const ms = now()
  const rest = ms % SECOND
  if (ms - rest !== second.ms) {
    const past = ms % HOUR
    if (ms - past !== hour.ms) hour = { ms: ms - past, text: new Date(ms).toISOString().slice(0, -10) }
    const seconds = (past - rest) / SECOND
    const over = seconds % 60
    second = { ms: ms - rest, text: `${hour.text}${two((seconds - over) / 60)}:${two(over)}.` }
  }
  return `${second.text}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`
}

/** Writes a line of the journal; `fields` are JSON, without the braces. */
export const write = (fields: string): void => say(line(fields))

export const line = (fields: string) => `${lead}${timestamp()}",${fields}}`
