/** Words for a boolean that were taken, and turned into the opposite of what they say. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { flagShown } from '../../values/flags.ts'
import type { PermissionsSubject } from '../subjects/permissions.ts'
import type { Patience } from '../../target/patience.ts'
import type { SettingSubject } from '../subjects/setting.ts'
import { FALSE } from './misses.ts'
import type { Tried, Variation } from './variation.ts'

/** Whether it is the word for false, of which some languages make true: a text that is not empty. */
export const saysFalse = ({ kind, value }: Variation): boolean => kind === FALSE[0] && value === FALSE[1]

/** A toggle may be read late, and then shows what was written before: so many times in a row it is not that. */
const TIMES = 2

/** What was written and read, and what was shown then. */
interface Round {
  readonly shown: unknown
  readonly exchanges: readonly Exchange[]
}

/** Writes false, and then the word for it, each time with a read. */
interface Turning {
  readonly off: () => Promise<Round>
  /** null where the word was not sent. */
  readonly word: () => Promise<Round | null>
}

/** @returns what shows that the word turned it on, each time; nothing where it did not */
async function turnedOnBy({ off, word }: Turning): Promise<Pick<Tried, 'again' | 'turned'>> {
  const seen: Exchange[] = []
  for (let time = 1; time <= TIMES; time += 1) {
    const before = await off()
    const after = await word()
    if (!after) return {}
    const [again] = after.exchanges
    if (before.shown !== false || after.shown !== true) return again ? { again } : {}
    seen.push(...before.exchanges, ...after.exchanges)
    if (time === TIMES) return { ...(again ? { again } : {}), turned: seen }
  }
  return {}
}

type Send = () => Promise<Exchange | null>

/** Looks until it is shown as off, for as long as writes take to show here. */
const looked = (look: () => Promise<Round>, patience: Patience): Promise<Round> =>
  patience.eventually(look, ({ shown }) => shown !== true, {
    why: 'a toggle to show as it was written',
    within: patience.learned(),
    teaches: null,
  })

export const turnedOn = (
  setting: SettingSubject,
  send: Send,
  patience: Patience,
): Promise<Pick<Tried, 'again' | 'turned'>> =>
  turnedOnBy({
    off: async () => setting.round(false, await setting.write(false), await setting.takeSnapshot()),
    async word() {
      const again = await send()
      return again && looked(async () => setting.round(false, again, await setting.takeSnapshot()), patience)
    },
  })

/** The same of the permission that a variation names. */
export function permissionTurnedOn(
  user: PermissionsSubject,
  { of }: Variation,
  send: Send,
  patience: Patience,
): Promise<Pick<Tried, 'again' | 'turned'>> {
  const round = async (write: Exchange): Promise<Round> => {
    const { view, exchange } = await user.takeSnapshot()
    const flag = user.flags.find(({ name }) => name === of)
    return { shown: flag && flagShown(view, flag)?.value, exchanges: [write, exchange] }
  }
  return turnedOnBy({
    off: async () => round(await user.assign({ ...user.before(), [of]: false })),
    async word() {
      const again = await send()
      return again && looked(() => round(again), patience)
    },
  })
}
