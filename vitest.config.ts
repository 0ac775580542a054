import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/order.ts'
import { PaceReporter } from './test/pace.ts'
import { SkippedReporter } from './test/skipped.ts'

/** They judge whole servers, start processes, containers or browsers: a second and more for a test. */
const whole = [
  'test/{away,ci,cli,image,load,mutants,package,prove}/**/*.test.ts',
  'test/docs/commands.test.ts',
  'test/reports/html/**/*.test.ts',
  'test/hostile/resets.test.ts',
  'test/suites/*.test.ts',
  'test/suites/{fuzz,red}/**/*.test.ts',
]
/** They compare times and rates: many tests beside them would be what they measure. In test/order.ts, who stands beside whom. */
const timed = 'test/{cli/no-verdict,load/breakpoint,load/latency,load/leak,reports/html/speed}.test.ts'
/** Percentiles within 1 %, and a whole run over connections that break: nothing stands beside them. */
const alone = 'test/{hostile/resets,load/operator}.test.ts'
/** They put modules in the place of others, or change the folder and the environment of their process. */
const apart = 'test/{suites/inserted,cli/bad-input,cli/lists}.test.ts'
/** The kill matrix, which has begun with the tests that wait (test/prove/begin.ts). */
const proof = 'test/prove/proven.test.ts'

/** Files of `whole` side by side: all together they keep a core busy for a quarter of their time. */
const beside = 4 * availableParallelism()

/** Where CI wants the results as JSON, to count them: flags would take away the other reporters. */
const counts = process.env['TOUCHSTONE_COUNTS']

/**
 * The project's own tests only: what judges a target is in suites/ and is run by `touchstone run`.
 * The projects follow one another, so that none takes the cores of another; only the proof is judged beside those that mostly wait.
 */
export default defineConfig({
  test: {
    globalSetup: 'test/temp-root.ts',
    reporters: [
      'default',
      new PaceReporter(),
      new SkippedReporter(),
      ...(counts === undefined ? [] : [['json', { outputFile: counts }] as [string, { outputFile: string }]]),
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is polled for, a browser draws beside eight other files: one second, the default, is too little there.
    expect: { poll: { timeout: 30_000 } },
    // What runs side by side in one file mostly waits: for slow, limited or settling servers.
    maxConcurrency: 4,
    // No file changes what another one sees, and to load all modules anew for each takes longer than most of them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        // They mostly wait: all together they keep half a core busy. The proof takes the rest.
        // What a busy machine spoils is measured again; what is wrong fails three times.
        test: {
          name: 'timed',
          include: [timed],
          maxWorkers: availableParallelism() + 1,
          retry: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'proof',
          include: [proof],
          // Beside what all have: it begins the proof when the tests begin, beside `timed`. The others wait until it is over.
          globalSetup: ['test/prove/begin.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: [alone], maxWorkers: 1, retry: 2, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: whole,
          exclude: [alone, apart, proof, timed],
          // Beside what all have.
          globalSetup: ['test/bundled.ts'],
          // Images are built, loads last, and other tests run beside them.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Most of their time they wait: for servers that settle, loads that last, processes that end.
          maxWorkers: beside,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [apart],
          isolate: true,
          maxWorkers: beside,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: whole,
          // Some of them wait.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
