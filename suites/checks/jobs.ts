/** What goes on after the response of a deploy, a start or a stop: its job keeps what clients wrote (docs/judgement.md, rule 6). */
import type { Later, LaterOf } from '../evidence/later.ts'
import { later } from '../evidence/later.ts'
import { begins } from '../scene/late-changes.ts'
import { inShort } from './census.ts'
import { check, type Check } from './check.ts'
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'

/** @param expected in words, what should not have happened */
function judge({ drifts, isSeen }: LaterOf, { once, exchanges }: Later, expected: string): void {
  const [first] = drifts
  if (first)
    throw new Breach({
      expected,
      got: `some time after the response, ${inShort(first)}`,
      cause: 'after' in first ? 'a value changed' : 'something is gone',
      exchanges,
      change: true,
    })
  if (once !== undefined)
    throw new Inconclusive(
      { text: `it was seen once and not again: ${once}`, cause: 'seen once' },
      undefined,
      exchanges,
    )
  if (!isSeen) throw new Inconclusive('nothing shows its record some time after the response')
}

const kept = check({
  id: 'jobs/kept',
  clause: 'NAME-4',
  claim: 'SHOULD keep its record and what clients wrote on it, also after the response',
  sends:
    'the request, and later a read; if that shows a change: the request on a new record, updates of it, a read, and one a second later. If jobs go on after a deploy: one of another record, its delete at once, and later a read of it',
  expects:
    'the record with its names and all that was written, updates after the response included; what was deleted is not there again',
  kills: ['jobs/kept-*'],
  on: begins,
  needs: { later },
  prove({ later: found }) {
    const last = found.back?.at(-1)
    if (found.back && last)
      throw new Breach({
        expected: 'a record to stay away that is deleted while a job is at work on it',
        got: `some time after the delete it is there again: ${inWords(last)}`,
        cause: 'back after its delete',
        exchanges: found.back,
        change: true,
      })
    judge(found.own, found, 'the record and what was written on it to stay')
  },
})

const others = check({
  id: 'jobs/others',
  clause: 'NAME-4',
  claim: 'SHOULD leave every other record unchanged, also after the response',
  sends:
    'the request, and later reads of other records; if one shows a change: the request on a new record, and reads a second later',
  expects: 'what the run wrote on them, their names and their identifiers, unchanged; of its own kind also the status',
  kills: ['jobs/others-*'],
  on: begins,
  needs: { later },
  prove({ later: found }) {
    judge(found.others, found, 'no other record to change')
  },
})

export const jobChecks: readonly Check[] = [kept, others]
