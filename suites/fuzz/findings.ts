/** What fuzzing finds, as evidence: a part for each check that lives on it. */
import { Inconclusive } from '../claim/finding.ts'
import { handedIn, type Need } from '../evidence/frame/evidence.ts'
import { parts } from './operation.ts'
import { isWanted } from './part.ts'
import type { Fuzz, Said } from './said.ts'

export const fuzzFindings = handedIn<Fuzz>({
  id: 'fuzzing',
  phase: 'fuzz',
  on: () => true,
  cost: (operation, { parts: checks, fuzz: runs, destructive, target }) =>
    checks.size === 0
      ? 0
      : parts
          .filter((part) => isWanted(part, checks))
          .reduce((sum, part) => sum + part.cost({ operation, runs, destructive, target }), 0),
})

/** What fuzzing said for one check; throws what it found. */
export const saidFor = (check: string): Need<Said> => ({
  wishes: [{ kind: fuzzFindings, part: check }],
  from(gathered) {
    const said = fuzzFindings.from(gathered).get(check)
    if (!said) throw new Inconclusive('it was not fuzzed')
    if (said.thrown) throw said.thrown
    return said
  },
})
