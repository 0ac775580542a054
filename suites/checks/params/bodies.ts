/** Bodies that are no JSON object. */
import { control } from '../../evidence/control.ts'
import { optional, part } from '../../evidence/frame/evidence.ts'
import { variations } from '../../evidence/variations.ts'
import { consistencyCheck, type ConsistencyCheck } from '../check.ts'
import { listsFields, pointing, votesOn } from './asked.ts'
import { sparing, type Family } from '../../evidence/variations/variation.ts'

interface Said {
  readonly family: Family
  readonly what: string
  readonly sends: string
  readonly kills: readonly string[]
}

const ofBodies = ({ family, what, sends, kills }: Said): ConsistencyCheck =>
  consistencyCheck({
    id: `params/${family}`,
    clause: 'BODY-1',
    claim: `SHOULD reject ${what}, as it does elsewhere`,
    sends,
    expects: 'an error, or what the target does with such bodies elsewhere',
    kills,
    on: (operation) => listsFields(operation) && !sparing(operation),
    needs: {
      control,
      bodies: part(variations, family),
      unknownIds: optional(part(variations, 'unknown-id')),
      provoked: optional(part(variations, 'provoke')),
      missing: optional(part(variations, 'missing-required')),
    },
    ask: (given) =>
      votesOn(given, given.bodies, ({ variation }) => ({
        question: `${what} is sent${variation.kind === undefined ? '' : `: ${variation.kind}`}${pointing(given.operation)}`,
      })),
  })

export const bodyConsistency: readonly ConsistencyCheck[] = [
  ofBodies({
    family: 'not-an-object',
    what: 'a body that is not an object',
    sends: 'an array, and by turns null, a text or a number, as the body',
    kills: ['params/array-as-body'],
  }),
  ofBodies({
    family: 'malformed-json',
    what: 'a body that is not JSON',
    sends: 'the valid body cut off, and by turns a body that is not JSON at all',
    kills: ['params/broken-as-empty'],
  }),
  ofBodies({
    family: 'empty-body',
    what: 'an empty body',
    sends: 'a body of no bytes, labelled application/json',
    kills: ['params/empty-body-taken'],
  }),
]
