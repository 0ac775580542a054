/** Results of one verdict, by the clause that they judge. */
const ofVerdict = (verdict, name) => ({
  name,
  matchers: { labels: { verdict: new RegExp(`^${verdict}$`) } },
  groupBy: [{ label: 'clause' }],
})

/** How `npm run allure` makes its page of the last run's results; each page adds a line to the history. */
export default {
  name: 'Touchstone',
  output: 'touchstone-report/allure-report',
  historyPath: 'touchstone-report/allure-history.jsonl',
  // A run of all operations takes some six megabytes.
  historyLimit: 20,
  // As categories.json has them for Allure 2, and warnings besides, which pass.
  categories: [
    ofVerdict('fail', 'Contradicts the specification'),
    ofVerdict('warn', 'Contradicts a reasonable reading'),
    ofVerdict('error', 'Defects of Touchstone'),
    ofVerdict('known', 'Accepted for now'),
    ofVerdict('inconclusive', 'Inconclusive'),
    ofVerdict('blocked', 'Blocked'),
  ],
  plugins: { awesome: { options: { groupBy: ['parentSuite', 'suite', 'subSuite'], reportName: 'Touchstone' } } },
}
