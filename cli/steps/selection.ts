/** What has to be judged so that results of an earlier report come about again. */
import { UsageError } from '../../fixtures/errors.ts'
import { findOperation } from '../../schemas/registry.ts'
import { isMonitor, isConsistencyCheck } from '../../suites/checks/check.ts'
import { readEarlier, type EarlierReport } from './earlier-report.ts'

type Earlier = EarlierReport['results'][number]

/**
 * The patterns of `--only` for one result: most stand alone, some live on what others see.
 * @throws UsageError where it was seen under load, or this version has no such operation or check
 */
export async function selectionFor({ id, operation, check: name }: Earlier): Promise<readonly string[]> {
  if (name.startsWith('load/'))
    throw new UsageError(`'${id}' was seen under load, which one request does not make; use touchstone load again`)
  const { checks } = await import('../../suites/run/checks.ts')
  const check = checks.find((one) => one.id === name)
  if (!check || !findOperation(operation))
    throw new UsageError(`'${id}' is judged no more: this version of touchstone has no such operation or check`)
  // Votes are held against those of all operations; a monitor sees whatever is sent to its own.
  if (isConsistencyCheck(check)) return [`* ${name}`]
  return isMonitor(check) ? [operation] : [id]
}

/**
 * The patterns of `--only` for all that failed in the report at this place.
 * @throws UsageError where nothing did, or there is no report
 */
export async function lastFailed(file: string): Promise<readonly string[]> {
  const failed = readEarlier(file).results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
  if (failed.length === 0)
    throw new UsageError(`${file} has no failure; leave --last-failed out to judge everything again`)
  return [...new Set((await Promise.all(failed.map(selectionFor))).flat())]
}
