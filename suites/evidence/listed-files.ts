import type { Exchange } from '../../fixtures/http/exchange.ts'
import { without } from '../../fixtures/payload/find.ts'
import { does, doing } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { pathsIn } from '../values/paths.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'

/** Reads of listed files where the first one was refused. */
export interface ListedFiles {
  readonly list: Exchange
  /** Two or more reads of files that the list shows; of one alone, its two. */
  readonly listed: readonly Exchange[]
  /** The read of a path at which nobody has a file. */
  readonly unknown: Exchange
}

const READABLE = 'a host that lists files by paths which the token may read'

/** How many listed files are read besides the first. */
const MORE = 2

/** If the read of a listed file is refused: reads of others, and of one that nobody has. null: it was not refused. */
export const listedFiles = evidence({
  id: 'listed-files',
  needs: { subject, control },
  on: does('reads', 'proxy-file'),
  // The plan counts what is sent while nothing fails.
  cost: () => 0,
  async gather({ subject: tried, control: sent, operation, caller, references }): Promise<ListedFiles | null> {
    const directories = doing('reads', 'host', 'directories')
    const { path: first } = references
    if (caller.success(sent)) return null
    if (first === undefined || !caller.allows(directories))
      throw new Inconclusive('the read of a file is rejected, and no list says which files there are', READABLE, [sent])
    const list = await caller.call({ operation: directories })
    const listing = caller.success(list) && list.response?.json.ok ? list.response.json.value : undefined
    const paths = pathsIn(without(listing, caller.profile.envelope))
    if (!paths.includes(first))
      throw new Inconclusive('the read of a file is rejected that is not listed', READABLE, [sent, list])
    const more = paths.filter((path) => path !== first).slice(0, MORE)
    // One alone may have been deleted since: but then it is listed no more.
    const others = more.length === 0 ? [first] : more
    const read = (path: string) => caller.call({ operation, references: { path }, madeUp: { path } })
    const unknown = await tried.about('gone', {})
    if (!unknown) throw new Inconclusive('no path is known that nobody has', READABLE, [sent, list])
    return { list, listed: [sent, ...(await Promise.all(others.map(read)))], unknown }
  },
})
