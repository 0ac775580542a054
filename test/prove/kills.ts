/** Which faults and variants a check names in `kills`, where `*` stands for any text. */
import { faults } from '../../fixtures/reference/faults/index.ts'
import { variants } from '../../fixtures/reference/variants/index.ts'
import type { AnyCheck } from '../../suites/check.ts'
import { checks } from '../../suites/checks/index.ts'
import { verdictOf } from '../../suites/finding.ts'

export function named(check: AnyCheck, pattern: string): readonly string[] {
  const expression = new RegExp(`^${pattern.split('*').join('.*')}$`)
  // What a claim that says MAY notes is legal: a variant shows it, not a fault.
  const pool = verdictOf(check.claim) === 'note' ? variants : faults
  return pool.map(({ id }) => id).filter((id) => expression.test(id))
}

/** The checks that name a fault or a variant. */
export const killersOf = (id: string): readonly AnyCheck[] =>
  checks.filter((check) => check.kills.some((pattern) => named(check, pattern).includes(id)))
