/** Reads that name one container of two whose records' names begin alike. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { References } from '../../../fixtures/payload/payload.ts'
import { does, doing, operations, type Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import { valueIn } from '../../scene/find-record.ts'
import { saysUnknown } from '../../target/profile.ts'
import { saysPart } from '../census/container-entries.ts'

export interface Said {
  /** What was done to the container of the other record, or is shown of it, in words; left out: nothing. */
  readonly wrong?: string
  /** Whether the response itself is wrong, whoever else changes containers meanwhile. */
  readonly isSaid?: boolean
}

export interface ContainerRead extends Said {
  readonly sent: Exchange
}

/** The container that is named, and those of others. */
interface Named {
  readonly own: string
  /** Long enough to stand in no text by chance. */
  readonly others: readonly string[]
  /** The name of its record. */
  readonly appName: string
}

const byLabel = operations.find(does('lists', 'container', 'of-label'))
const byName = operations.find(does('lists', 'container', 'of-name'))
const config = doing('reads', 'container')

/** What is waited for. */
export const LISTED = 'containers of records to be listed'

/** By the label and by the name of its record, once with a type besides, and by its identifier, once with a server besides. */
export async function readsOfContainer(named: Named, caller: Caller): Promise<readonly ContainerRead[]> {
  const { own, others, appName } = named
  const query = { appName }
  const read = (operation: Operation | undefined, references: References, saysOf: SaysOf, filled?: string) =>
    readOf(operation, references, saysOf, caller, filled)
  const { serverId } = caller.options.target.identifiers
  const ofLabel = await read(byLabel, query, (sent) => otherIn(sent, named, caller))
  const ofName = await read(byName, query, (sent) => ofNameIn(sent, named, caller))
  const [alone] = ofName
  // A type may leave out its own as well, and adds no container of another name.
  const added = (sent: Exchange): Said => {
    const more = others.find((id) => saysPart(valueIn(sent), id) && !saysPart(valueIn(alone?.sent ?? sent), id))
    return more === undefined
      ? {}
      : { wrong: `it shows the container ${more}, and without a type it does not`, isSaid: true }
  }
  const ofType = alone && caller.success(alone.sent) ? await read(byName, query, added, 'appType') : []
  const identified = { containerId: own }
  // The list shows it: nobody but its server may not know it.
  const known = (sent: Exchange): Said =>
    saysUnknown(sent, caller.profile)
      ? { wrong: `nobody has the identifier ${own}, which the list shows` }
      : otherIn(sent, named, caller)
  const ofId = await read(config, identified, known)
  const onServer =
    serverId === undefined ? [] : await read(config, identified, (sent) => otherIn(sent, named, caller), 'serverId')
  return [...ofLabel, ...ofName, ...ofType, ...ofId, ...onServer]
}

type SaysOf = (sent: Exchange) => Said

async function readOf(
  operation: Operation | undefined,
  references: References,
  saysOf: SaysOf,
  caller: Caller,
  filled?: string,
): Promise<readonly ContainerRead[]> {
  if (!operation || !caller.allows(operation)) return []
  const call = { operation, references, madeUp: references, ...(filled === undefined ? {} : { filled }) }
  // The read may come from an older copy than the list did.
  const sent = await caller.patience.eventually(
    () => caller.call(call),
    (seen) => saysOf(seen).wrong === undefined,
    { why: LISTED, within: caller.patience.whole, teaches: null },
  )
  return [{ sent, ...saysOf(sent) }]
}

/** Another container in place of the one that is named. */
function otherIn(sent: Exchange, { own, others }: Named, caller: Caller): Said {
  if (!caller.success(sent) || saysPart(valueIn(sent), own)) return {}
  const other = others.find((id) => saysPart(valueIn(sent), id))
  return other === undefined ? {} : { wrong: `it shows the container ${other}, and not ${own}`, isSaid: true }
}

/** The same of a name, which the list shows to match; a label need not be what is listed. */
function ofNameIn(sent: Exchange, named: Named, caller: Caller): Said {
  if (!caller.success(sent) || saysPart(valueIn(sent), named.own)) return {}
  const other = otherIn(sent, named, caller)
  return other.wrong === undefined ? { wrong: `it shows nothing of ${named.own}` } : other
}
