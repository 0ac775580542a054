/** The order in which files of tests begin. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Twenty seconds and more each on two cores, the longest first: one that began last would run alone at the end. */
const longest = [
  'test/package/pack.test.ts',
  'test/image/walk.test.ts',
  'test/load/faults.test.ts',
  'test/cli/clock.test.ts',
  'test/load/load.test.ts',
  'test/load/ends.test.ts',
  'test/docs/commands.test.ts',
  'test/image/ends.test.ts',
  'test/prove/fuzz-seeds.test.ts',
  'test/suites/allowed.test.ts',
  'test/suites/omitted.test.ts',
  'test/cli/replay.test.ts',
  'test/image/k6-container.test.ts',
  'test/suites/host.test.ts',
  'test/load/worded.test.ts',
  'test/image/load.test.ts',
  'test/cli/run.test.ts',
  'test/suites/foreign.test.ts',
  'test/cli/certify.test.ts',
  'test/suites/nothing-shown.test.ts',
  'test/hostile/resets.test.ts',
  'test/suites/bad-tokens.test.ts',
  'test/cli/secrets.test.ts',
  'test/reports/html/page.test.ts',
  'test/suites/not-there.test.ts',
  'test/suites/no-verdict.test.ts',
  'test/prove/disabled.test.ts',
  'test/suites/worded.test.ts',
  'test/image/vendor.test.ts',
  'test/suites/leftovers.test.ts',
  'test/cli/memory.test.ts',
  'test/cli/killed.test.ts',
  'test/suites/together.test.ts',
  'test/suites/planned.test.ts',
  'test/load/outputs.test.ts',
  'test/suites/invited-user.test.ts',
  'test/cli/resume.test.ts',
  // Of the project quick: they alone keep a core busy for a minute.
  'test/reference/faults.test.ts',
  'test/reference/variants.test.ts',
  // Of the project timed.
  'test/load/breakpoint.test.ts',
  'test/load/leak.test.ts',
  'test/load/latency.test.ts',
]

function rankOf({ moduleId }: Pick<TestSpecification, 'moduleId'>): number {
  const at = longest.findIndex((file) => moduleId.endsWith(file))
  return at === -1 ? longest.length : at
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
