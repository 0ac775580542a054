/** Which faults and variants a check names in `kills`, where `*` stands for any text. */
import { faults } from '../../fixtures/reference/faults/index.ts'
import { variants } from '../../fixtures/reference/variants/index.ts'
import type { AnyCheck } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import { verdictOf } from '../claim/finding.ts'
import { glob } from '../../schemas/pattern.ts'

/** The ids that a pattern of `kills` means: what a claim that says MAY notes is legal, so a variant shows it, not a fault. */
function named(check: AnyCheck, pattern: string): readonly string[] {
  const pool = verdictOf(check.claim) === 'note' ? variants : faults
  return pool.map(({ id }) => id).filter(glob(pattern))
}

/** The checks that name a fault or a variant. */
export const killersOf = (id: string): readonly AnyCheck[] =>
  checks.filter((check) => check.kills.some((pattern) => named(check, pattern).includes(id)))

/** What is wrong with the declarations of checks and faults, a sentence each. */
export function undeclared(): readonly string[] {
  return [
    ...checks.filter(({ kills }) => kills.length === 0).map(({ id }) => `the check ${id} names no fault that it kills`),
    ...checks.flatMap((check) =>
      check.kills
        .filter((pattern) => named(check, pattern).length === 0)
        .map((pattern) => `the check ${check.id} names '${pattern}', and there is no such fault or variant`),
    ),
    ...faults.filter(({ id }) => killersOf(id).length === 0).map(({ id }) => `no check names the fault ${id}`),
  ]
}
