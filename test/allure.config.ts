/** The project's own tests as Allure tells them; `npm run test:allure` makes the page, with the history of earlier runs. */
import { defineConfig, mergeConfig } from 'vitest/config'
import own from '../vitest.config.ts'

export default mergeConfig(
  own,
  defineConfig({
    test: {
      reporters: [
        // A page of each `expect` would bury the tests.
        ['allure-vitest/reporter', { resultsDir: 'touchstone-report/own/allure-results', reportMatchers: false }],
      ],
    },
  }),
)
