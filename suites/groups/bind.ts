/** Binds a run's results to vitest: one test a result, one suite a group. The only place that knows both. */
import { afterAll, describe, inject, test } from 'vitest'
import type { GroupName } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { joinRun } from './channel.ts'
import { resultsOf } from '../run/plan.ts'

declare module 'vitest' {
  interface ProvidedContext {
    run: RunOptions
  }
  interface TaskMeta {
    /** The result that a test stands for. */
    result?: Result
  }
}

/** Declares the tests of one group; each waits for its result, whatever the order in which the run reaches them. */
export function judge(group: GroupName): void {
  const { session, over } = joinRun(inject('run'))
  const ids = resultsOf(session.plan, group)
  describe(group, () => {
    for (const id of ids)
      test(id, async ({ task, skip }) => {
        const result = await session.results.wait(id)
        if (!result) return skip('the run ended before it')
        task.meta.result = result
        if (result.verdict === 'fail' || result.verdict === 'error') throw plainError(result)
        if (result.verdict === 'inconclusive' || result.verdict === 'blocked' || result.verdict === 'skipped')
          skip(result.reason ?? result.verdict)
      })
    // A group without a selected check declares nothing; vitest wants a test in every file.
    if (ids.length === 0) test.skip(`${group}: nothing selected`, () => undefined)
    // What a run made is deleted before its thread may end.
    afterAll(() => over)
  })
}

/** An error without a stack: the finding is the target's, and our own lines would say nothing of it. */
function plainError(result: Result): Error {
  const error = new Error(result.message)
  error.stack = `${result.verdict}: ${result.message}`
  return error
}
