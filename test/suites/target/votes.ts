/** What the tests of votes have in common. */
import { Inconclusive, verdictOf } from '../../../suites/claim/finding.ts'
import { tallyVotes, type Observation } from '../../../suites/target/oracle.ts'

export const QUESTION = 'a field is left out'

/** What is said of those against which something is said. */
export const verdicts = (observations: readonly Observation[]) => {
  const { found } = tallyVotes(observations)
  return observations.flatMap((observation) => {
    const breach = found.get(observation)
    return breach ? [breach instanceof Inconclusive ? 'inconclusive' : verdictOf(breach.level ?? 'MUST')] : []
  })
}
