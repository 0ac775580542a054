import { defineConfig } from 'vitest/config'
import { SkippedReporter } from './test/skipped.ts'

/** The project's own tests only: what judges a target is in suites/ and is run by `touchstone run`. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/temp-root.ts',
    reporters: ['default', new SkippedReporter()],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What runs side by side in one file mostly waits: for slow, limited or settling servers.
    maxConcurrency: 4,
  },
})
