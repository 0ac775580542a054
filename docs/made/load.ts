/** The part of the page on load that says what each profile is, unless the user says otherwise. */
import { forms } from '../../load/scripts/shapes.ts'
import { code, prose, table } from './markdown.ts'

export const profilesPart = (): string =>
  table(
    ['`--profile`', 'what it is for', '`--rate`', '`--duration`'],
    Object.entries(forms).map(([name, { sentence, rate, seconds }]) => [
      code(name),
      prose(sentence),
      String(rate),
      seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`,
    ]),
  )
