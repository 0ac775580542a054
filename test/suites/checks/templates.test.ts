import { expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { isConsistencyCheck, isMonitor } from '../../../suites/checks/check.ts'
import { templateChecks } from '../../../suites/checks/templates.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { failure, success } from '../red/pair.ts'

it.each([
  ['as one that nobody has', failure(), Breach],
  ['with another error, which may tell of a delete that was carried out', failure(400, 'DONE', 'Done'), Inconclusive],
])('a first stack that is gone once its delete was answered %s', (_what, removed, thrown) => {
  const kept = templateChecks.find(({ id }) => id === 'templates/kept')
  if (!kept || isMonitor(kept) || isConsistencyCheck(kept)) throw new Error('no check')
  const templateOutlasted = { further: [success()], replaced: null, removed, denied: failure() }
  const scene = { ...caseOf({ control: success(), templateOutlasted }), operation: operation('compose.deployTemplate') }
  expect(() => kept.prove(scene)).toThrow(thrown)
})
