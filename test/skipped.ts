/** Says at the end of `npm test` which tests were skipped for want of something, and why: a skipped test proves nothing. */
import type { Reporter, TestModule } from 'vitest/node'

export class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].flatMap((test) => {
        const result = test.result()
        const note = result.state === 'skipped' ? result.note : undefined
        return note === undefined ? [] : [`  ${module.relativeModuleId} > ${test.fullName}: ${note}`]
      }),
    )
    if (lines.length > 0)
      process.stdout.write(`\n${lines.length} skipped for want of something:\n${lines.join('\n')}\n`)
  }
}
