import { join } from 'node:path'
import { wants, type Reporter } from '../reports/forms.ts'
import { allureFolder, makeSpare } from '../reports/spare.ts'
import type { RunOptions } from '../schemas/target.ts'

/** Has Allure's many files made beside a run, where they are asked for; returns what ends that. */
export async function spareBeside(options: RunOptions, asked: readonly Reporter[]): Promise<() => Promise<unknown>> {
  if (!wants(asked, 'allure')) return () => Promise.resolve()
  const { planOf } = await import('../suites/plan.ts')
  const results = planOf(options).reduce((sum, { checks }) => sum + checks.length, 0)
  return makeSpare(join(options.out, allureFolder), results)
}
