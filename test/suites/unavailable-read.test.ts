/** A read that answers 503 to the end: its record is told as one that no read shows (docs/judgement.md, rules 20 and 21). */
import { expect, it } from 'vitest'
import { ApiError, refusal } from '../../fixtures/reference/errors.ts'
import { ids, run, standing } from './standing.ts'

it.each(['application', 'kvstore'] as const)(
  'a %s that is never read is told by its create and by its read',
  async (kind) => {
    const { options } = await standing({
      between: (request, next) =>
        new URL(request.url).pathname.endsWith(`/${kind}.one`)
          ? refusal(new ApiError(503, 'UNAVAILABLE', 'Not now'))
          : next(request),
      options: { only: [`${kind}.create records/made`, `${kind}.one records/readable`], settleMs: 300 },
    })
    const outcome = await run({ options })
    expect(ids(outcome, 'warn')).toEqual([`${kind}.create records/made`, `${kind}.one records/readable`])
  },
)
