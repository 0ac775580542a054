/** Bodies that are no JSON object. */
import type { Poll } from '../check.ts'
import { listsFields, pointing, tried, votesOn } from './asked.ts'
import { sparing, type Family } from '../../evidence/variations.ts'

interface Said {
  readonly family: Family
  readonly what: string
  readonly sends: string
  readonly kills: readonly string[]
}

const poll = ({ family, what, sends, kills }: Said): Poll => ({
  id: `params/${family}`,
  clause: 'BODY-1',
  claim: `SHOULD refuse ${what}, as it does elsewhere`,
  sends,
  expects: 'an error, or what the target does with such bodies elsewhere',
  kills,
  on: (operation) => listsFields(operation) && !sparing(operation),
  needs: ['control', family, 'unknown-id', 'provoke'],
  ask: (scene) =>
    votesOn(scene, tried(scene, family), ({ variation }) => ({
      question: `${what} is sent${variation.kind === undefined ? '' : `: ${variation.kind}`}${pointing(scene.operation)}`,
    })),
})

export const bodyPolls: readonly Poll[] = [
  poll({
    family: 'not-an-object',
    what: 'a body that is no object',
    sends: 'an array, and null, a text or a number, as the body',
    kills: ['params/array-as-body'],
  }),
  poll({
    family: 'malformed-json',
    what: 'a body that is no JSON',
    sends: 'the valid body without its end, and a body that is no JSON at all',
    kills: ['params/broken-as-empty'],
  }),
  poll({
    family: 'empty-body',
    what: 'an empty body',
    sends: 'a body of no bytes, labelled application/json',
    kills: ['params/empty-body-taken'],
  }),
]
