/** Where `npm run test:allure` puts its page; each adds a line to the history. */
export default {
  name: "Touchstone's own tests",
  output: 'touchstone-report/own/allure-report',
  historyPath: 'touchstone-report/own/allure-history.jsonl',
  historyLimit: 20,
  plugins: { awesome: { options: { reportName: "Touchstone's own tests" } } },
}
