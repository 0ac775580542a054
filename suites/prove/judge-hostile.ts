/** One run against a hostile target, and what of it is not as it must be. */
import type { Expected } from '../../fixtures/hostile/hostile.ts'
import { findHostile } from '../../fixtures/hostile/index.ts'
import { startHostile } from '../../fixtures/hostile/server.ts'
import { noJournal } from '../../fixtures/journal.ts'
import type { Outcome } from '../run/outcome.ts'
import { Session } from '../run/session.ts'
import { optionsFor } from './options.ts'

const accusing: readonly string[] = ['fail', 'warn', 'error']

/** What is said against the target, but for what it has earned. */
function misjudged(outcome: Outcome, expected: Expected): readonly string[] {
  if ('noVerdict' in expected) {
    const { noVerdict } = outcome
    if (noVerdict === null) return ['a verdict, where none can be']
    return expected.noVerdict.test(noVerdict) ? [] : [`no verdict for another reason: ${noVerdict}`]
  }
  const accused = outcome.results.filter(({ verdict }) => accusing.includes(verdict))
  const spoiled: readonly string[] = expected.spoiled
  const missing = outcome.planned - outcome.executed
  const undecided = outcome.results.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'blocked').length
  const most = expected.undecided ?? Infinity
  return [
    ...(undecided > most ? [`${undecided} results are undecided, where ${most} may be`] : []),
    ...(outcome.noVerdict === null ? [] : [`no verdict: ${outcome.noVerdict}`]),
    ...(missing === 0 ? [] : [`${missing} of ${outcome.planned} results were never reached`]),
    ...accused
      .filter(({ operation, verdict }) => verdict === 'error' || !spoiled.includes(operation))
      .map(({ verdict, id, message }) => `${verdict} ${id}: ${message}`),
    ...expected.accused
      .filter((id) => !accused.some((one) => one.id === id))
      .map((id) => `${id} is neither fail nor warn`),
  ]
}

/** Records of the run that the server behind the hostile one still holds. */
async function leftBehind(behind: string, token: string, path: string, run: string): Promise<readonly string[]> {
  const response = await fetch(behind + path, { headers: { authorization: `Bearer ${token}` } })
  const text = await response.text()
  if (response.status !== 200) return [`what is left could not be asked: ${response.status}`]
  return text.includes(`-${run}-`) ? ['records of the run are left'] : []
}

/** What is not as it must be, a sentence each. */
export async function judgeHostile(id: string, seed: number): Promise<readonly string[]> {
  const hostile = findHostile(id)
  if (!hostile) return [`there is no hostile target ${id}`]
  const server = await startHostile(hostile)
  try {
    const { only, timeoutMs, leaves = false } = hostile
    const over = { only, seed, fuzz: 0, settleMs: 300, restarts: false, ...(timeoutMs ? { timeoutMs } : {}) }
    const options = optionsFor(server, over)
    const outcome = await new Session(options, noJournal, { progress() {} }).run()
    const { path } = server.target.lookup['application'] ?? { path: '' }
    const project = server.target.identifiers.projectId ?? ''
    const left = leaves
      ? []
      : await leftBehind(server.behind, server.token, path.replace('{projectId}', project), options.run)
    return [...misjudged(outcome, hostile.expected), ...left]
  } finally {
    await server.close()
  }
}
