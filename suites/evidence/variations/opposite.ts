/** Words for a boolean that were taken, and turned into the opposite of what they say. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { SettingSubject } from '../subjects/setting.ts'
import { FALSE } from './misses.ts'
import type { Tried, Variation } from './variation.ts'

/** Whether it is the word for false, of which some languages make true: a text that is not empty. */
export const saysFalse = ({ kind, value }: Variation): boolean => kind === FALSE[0] && value === FALSE[1]

/** A toggle may be read late, and then shows what was written before: so many times in a row it is not that. */
const TIMES = 2

/**
 * Writes false, and then the word for it.
 * @returns what shows that the word turned it on, each time; nothing where it did not
 */
export async function turnedOn(
  setting: SettingSubject,
  send: () => Promise<Exchange | null>,
): Promise<Pick<Tried, 'again' | 'turned'>> {
  const seen: Exchange[] = []
  for (let time = 1; time <= TIMES; time += 1) {
    const off = setting.round(false, await setting.write(false), await setting.takeSnapshot())
    const again = await send()
    if (!again) return {}
    const after = setting.round(false, again, await setting.takeSnapshot())
    if (off.shown !== false || after.shown !== true) return { again }
    seen.push(...off.exchanges, ...after.exchanges)
    if (time === TIMES) return { again, turned: seen }
  }
  return {}
}
