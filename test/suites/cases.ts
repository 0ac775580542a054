/** Checks, cases and what is made of them, made up for a test. */
import { operation } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import { check, type Check, type TestCase } from '../../suites/checks/check.ts'
import { Breach } from '../../suites/claim/finding.ts'
import { Judging } from '../../suites/run/judge.ts'
import { control } from '../../suites/evidence/control.ts'
import { gatheredOf, type Given } from './given.ts'
import { responseOf, exchangeOf, profileWith } from './exchanges.ts'

export const health = operation('settings.health')
export const showing = {
  baseUrl: 'http://127.0.0.1',
  clean: (text: string) => text.replaceAll('SECRET', '<ACCESS_TOKEN>'),
}
export const wrong = exchangeOf(responseOf({ body: 'SECRET' }))
export const breach = (level?: 'MUST' | 'SHOULD' | 'MAY', by = wrong) =>
  new Breach({ expected: 'a', got: 'b SECRET', exchanges: [by], ...(level && { level }) })

export const caseOf = (given: Given = {}, moving: readonly string[] = []): TestCase => ({
  operation: health,
  gathered: gatheredOf({ control: exchangeOf(responseOf({})), ...given }),
  placeholders: [],
  profile: profileWith(),
  moving: new Set(moving),
})

/** A check that throws these, one at each trial; null: it holds. */
export function checkOf(claim: string, ...thrown: unknown[]): Check {
  const left = [...thrown]
  return check({
    id: 'a/b',
    clause: 'OP-*',
    claim,
    sends: '',
    expects: '',
    kills: [],
    needs: { control },
    on: () => true,
    prove() {
      const next = left.shift()
      if (next !== null && next !== undefined) throw next
    },
  })
}

/** The result of a check that throws these at its trials; the second trial is held only if there is a second thing. */
export function resultOf(claim: string, ...thrown: unknown[]): Result {
  return resultBeside(undefined, claim, ...thrown)
}

/** The same while another run is at work on the target. */
export function resultBeside(otherRun: string | undefined, claim: string, ...thrown: unknown[]): Result {
  const judging = new Judging(health, [checkOf(claim, ...thrown)], caseOf(), showing, performance.now())
  const again = { ...caseOf({ control: wrong }), ...(otherRun === undefined ? {} : { otherRun }) }
  const [result] = judging.results(() => (thrown.length > 1 ? again : null))
  if (!result) throw new Error('no result')
  return result
}
