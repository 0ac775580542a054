/** The order in which files of tests begin. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A minute and more each on two cores, the longest first: one that began last would run alone at the end. */
const longest = [
  'test/load/load.test.ts',
  'test/docs/commands.test.ts',
  'test/prove/fuzz-seeds.test.ts',
  'test/load/faults.test.ts',
  'test/suites/host.test.ts',
  'test/suites/foreign.test.ts',
  'test/suites/safety.test.ts',
  'test/image/walk.test.ts',
  'test/cli/clock.test.ts',
  'test/image/k6-container.test.ts',
  'test/load/worded.test.ts',
  'test/image/load.test.ts',
  'test/cli/killed.test.ts',
  'test/cli/replay.test.ts',
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
