/** A program of somebody who has installed the package. */
import { judge, operations, serve, UsageError, type Report } from 'touchstone'

await using server = await serve({ faults: ['version/null'] })
const report: Report = await judge({ target: server.target, only: ['settings.getServiceVersion'], fuzz: 0, out: 'own' })
const refused = await judge({ baseUrl: 'nowhere', token: 't' }).catch((error: unknown) => error)
const failed = report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
process.stdout.write(
  JSON.stringify({
    operations: operations.length,
    failed,
    refused: refused instanceof UsageError,
    code: report.exitCode,
  }),
)
