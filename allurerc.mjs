/** How `npm run allure` makes its page of the last run's results; each page adds a line to the history. */
export default {
  name: 'Touchstone',
  output: 'touchstone-report/allure-report',
  historyPath: 'touchstone-report/allure-history.jsonl',
  // A run of all operations takes some six megabytes.
  historyLimit: 20,
  plugins: { awesome: { options: { groupBy: ['parentSuite', 'suite', 'subSuite'], reportName: 'Touchstone' } } },
}
