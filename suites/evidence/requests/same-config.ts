/** The proxy configurations of two records of one name: what is written into one must not show on the other. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { textsApart } from '../../../fixtures/payload/find.ts'
import type { References } from '../../../fixtures/payload/payload.ts'
import { does, operations, type Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import { valueIn } from '../../scene/find-record.ts'
import type { SceneRecord } from '../../scene/made.ts'
import { shows } from '../../target/profile.ts'

/** The response to a text that was written into the second's configuration, and reads of both that show it in the same places. */
export type Configured = readonly [written: Exchange, second: Exchange, first: Exchange]

/** What writes the proxy configuration of a kind's records, and what reads it; undefined where they have none. */
export function configOf(kind: Operation['act']['kind']) {
  const [writes, reads] = (['changes', 'reads'] as const).map((verb) =>
    operations.find(does(verb, kind, 'proxy-config')),
  )
  return writes && reads && { writes, reads }
}

/** Writes a comment into the configuration of the second: who keeps it under a name shows it on the first, too. */
export async function configure(
  second: SceneRecord,
  { references }: SceneRecord,
  caller: Caller,
): Promise<Configured | null> {
  const config = configOf(second.kind)
  if (!config || !caller.allows(config.writes) || !caller.allows(config.reads)) return null
  const { proxyConfig, ...body } = caller.validBody(config.writes, second.references) ?? {}
  const mark = caller.values.name()
  const written = await caller.call({
    operation: config.writes,
    references: second.references,
    body: { ...body, proxyConfig: `${String(proxyConfig).trimEnd()}\n# ${mark}\n` },
  })
  const ask = (whose: References) => caller.call({ operation: config.reads, references: whose })
  const first = await ask(references)
  if (!caller.success(first) || !shows(first, mark)) return null
  // Who shows all configurations beside the one that is asked for tells that one from them, and may do so later.
  const isApart = ([own, read]: readonly [Exchange, Exchange]) =>
    textsApart(valueIn(read), valueIn(own)).some((text) => text.includes(mark))
  const both = async () => [await ask(second.references), await ask(references)] as const
  const [own, read] = await caller.patience.eventually(both, isApart, { why: 'a configuration to show', teaches: null })
  const isFirsts = caller.success(read) && shows(read, mark) && !isApart([own, read])
  return isFirsts ? [written, own, read] : null
}
