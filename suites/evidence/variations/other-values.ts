/** Further valid values of a field that is no text. */
import type { ListedField, Operation } from '../../../schemas/registry.ts'
import { otherValuesOf } from './misses.ts'
import type { Variation } from './variation.ts'

/** What no read shows of the host. What can be read is written both ways anyway. */
const isUnseen = ({ effect, act }: Operation): boolean => effect === 'destructive' && act.kind === 'host'

/**
 * The valid request with each of them, where it was refused; and with a switch that nothing shows turned off, where it was not.
 * @param nameless what it makes may lack its name
 */
export function otherValues(operation: Operation, field: ListedField, nameless: boolean): readonly Variation[] {
  const { name: of } = field
  const others = otherValuesOf(field, operation.id).map((value): Variation => ({
    family: 'other-value',
    of,
    kind: JSON.stringify(value),
    about: 'secondary',
    call: { body: { [of]: value } },
    nameless,
    after: 'error',
  }))
  if (field.type !== 'boolean' || !isUnseen(operation)) return others
  const call = { body: { [of]: false } }
  return [...others, { family: 'other-value', of, kind: 'false', about: 'own', call, after: 'success' }]
}
