/** Values of a wrong type that were refused, and that the record shows all the same. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { Subject } from '../subjects/subject.ts'
import { isShownBack } from './shown-back.ts'
import type { Tried } from './variation.ts'

/** The field at which a path of a record ends, whatever the list or object that it stands in. */
const fieldOf = (path: string) => /[^.[\]]+(?=(?:\[\d+\])*$)/.exec(path)?.[0]

/**
 * Sends each refused value of a wrong type alone, where refused ones have changed its field, and reads what the record shows then:
 * of several the last would hide the others. One that is shown tells all that there is to tell.
 * @param rightly how the target shows a value of the right type
 */
export async function keptOf(
  { operation, subject }: { readonly operation: Operation; readonly subject: Subject },
  paths: readonly string[],
  refused: readonly Pick<Tried, 'variation'>[],
  rightly: () => Promise<Exchange | null>,
): Promise<Required<Pick<Tried, 'variation' | 'exchange' | 'shown'>> | null> {
  const spoilt = new Set(paths.map(fieldOf))
  for (const { variation } of refused) {
    if (variation.family !== 'wrong-type' || !spoilt.has(variation.of)) continue
    const exchange = await subject.about(variation.about, variation.call)
    const after = (await subject.takeSecondarySnapshot?.())?.exchange
    if (exchange && after && isShownBack(operation, variation, after))
      return { variation, exchange, shown: { after, rightly: await rightly() } }
  }
  return null
}
