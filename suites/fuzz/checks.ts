/** What only payloads show that nobody thought of (see suites/fuzz). */
import { isCreate, isRecordKind, type Operation } from '../../schemas/registry.ts'
import { check, consistencyCheck, type Check, type ConsistencyCheck } from '../checks/check.ts'
import { furtherTexts, oddFields, takesEnvironment } from '../../fixtures/payload/fuzz/payload.ts'
import { isWrong } from './mutants.ts'
import { isOdd } from './operation.ts'
import { saidFor } from './findings.ts'
import { isSetting } from './setting.ts'

/** What can be undone: not what is destructive, nor a deploy that makes something new each time. */
const undone = (operation: Operation) => {
  const { effect, act } = operation
  if (effect === 'host') return isSetting(operation)
  return effect === 'deploy' ? act.verb === 'changes' : effect !== 'destructive' && act.verb !== 'deletes'
}
/** What a read may show again. */
const writes = (operation: Operation) =>
  operation.method === 'POST' && (isRecordKind(operation.act.kind) || isSetting(operation))
/** What lists texts or numbers that a read may show. */
const isShown = (operation: Operation) =>
  undone(operation) && writes(operation) && oddFields(operation).some(({ name }) => name !== 'appName')
/** Operations whose payload can be odd, or wrong without a loss. */
const fuzzed = (operation: Operation) => undone(operation) && (isOdd(operation) || isWrong(operation))
const texts = (operation: Operation) =>
  furtherTexts(operation).length > 0 ||
  oddFields(operation).some(({ type, name }) => type === 'string' && name !== 'appName')

/** What was found was thrown when it was taken. */
const thatIsAll = () => undefined

const answered = check({
  id: 'fuzz/answered',
  clause: 'ERR-1',
  claim: 'MUST answer every payload with JSON that is a success or an error of the right shape',
  sends:
    'a seed corpus of odd texts and numbers, payloads with one mistake, and random ones of both; nothing to destructive operations, nor to deployTemplate, which deploys something new each time',
  expects:
    'a well-formed response; no response, or a server error for a short ASCII text on the run’s own records, is a warning; any other status of 500 or more is a note',
  kills: ['fuzz/page-*', 'fuzz/shape-*', 'fuzz/fails-*'],
  on: fuzzed,
  needs: { said: saidFor('fuzz/answered') },
  prove: thatIsAll,
})

const shown = check({
  id: 'fuzz/shown',
  clause: 'NAME-2',
  claim: 'SHOULD return every accepted text and number unchanged',
  sends:
    'a seed corpus of texts (lengths, quotes, markup, line ends, NUL, combining and astral characters, paths) and of the edges of whole numbers, then random ones; an environment if `sample` gives one',
  expects: 'a read to show accepted values: nothing cut off, lost, escaped or converted',
  kills: ['fuzz/text-*', 'fuzz/number-*'],
  on: (operation) => isShown(operation) || takesEnvironment(operation),
  needs: { said: saidFor('fuzz/shown') },
  prove: thatIsAll,
})

const altered = consistencyCheck({
  id: 'fuzz/altered',
  clause: 'NAME-2',
  claim: 'SHOULD trim, fold, normalise, pass over and convert texts everywhere or nowhere',
  sends:
    'texts with spaces at their ends, different line ends, composed and decomposed letters, and capitals; to updates, empty texts, texts that the kind is made with, and a number for one of these',
  expects:
    'what this target does to texts elsewhere; further texts that an update takes are shown as elsewhere, and empty ones in place of earlier ones',
  kills: ['fuzz/altered-*'],
  on: (operation) => undone(operation) && isRecordKind(operation.act.kind) && writes(operation) && texts(operation),
  needs: { said: saidFor('fuzz/altered') },
  ask: ({ said }) => said.votes ?? [],
})

const refused = check({
  id: 'fuzz/refused',
  clause: 'PARAM-*',
  claim: 'SHOULD NOT create anything by a wrong payload that it rejects',
  sends: 'creates and updates with exactly one mistake, and a list of the records',
  expects: 'no record that they may have created; a record that a rejected update changed is a note',
  kills: ['fuzz/refused-*'],
  on: (operation) =>
    isCreate(operation) || (isWrong(operation) && isShown(operation) && isRecordKind(operation.act.kind)),
  needs: { said: saidFor('fuzz/refused') },
  prove: thatIsAll,
})

const lenient = consistencyCheck({
  id: 'fuzz/lenient',
  clause: 'BODY-1',
  claim: 'SHOULD accept a body that is not a JSON object everywhere or nowhere',
  sends: 'bodies that are cut off, hold more than JSON allows, or are wrapped in something else',
  expects: 'what this target does with such a body elsewhere',
  kills: ['fuzz/lenient-*'],
  on: (operation) => fuzzed(operation) && isWrong(operation),
  needs: { said: saidFor('fuzz/lenient') },
  ask: ({ said }) => said.votes ?? [],
})

const healthy = check({
  id: 'fuzz/healthy',
  clause: 'OP-*',
  claim: 'SHOULD still serve valid requests after odd payloads',
  sends: 'the valid request, after all odd and wrong payloads',
  expects: 'success, if the request succeeded before',
  kills: ['fuzz/ill-*'],
  on: fuzzed,
  needs: { said: saidFor('fuzz/healthy') },
  transient: true,
  prove: thatIsAll,
})

const model = check({
  id: 'fuzz/model',
  clause: 'NAME-4',
  claim: 'SHOULD keep records as written, in every order of creates, updates, reads and deletes',
  sends: 'sequences of creates, updates, actions, reads and deletes of several records of a kind',
  expects: 'the last acknowledged values, and no deleted record, throughout and at the end',
  kills: ['fuzz/steps-*'],
  on: isCreate,
  needs: { said: saidFor('fuzz/model') },
  prove: thatIsAll,
})

const race = check({
  id: 'fuzz/race',
  clause: 'NAME-2',
  claim: 'SHOULD keep every record intact under simultaneous writes',
  sends: 'creates, updates, reads and deletes at once, on the same and on different records of a kind',
  expects: 'each field to hold one of the values written, distinct identifiers, and no acknowledged record lost',
  kills: ['fuzz/race-*'],
  on: isCreate,
  needs: { said: saidFor('fuzz/race') },
  prove: thatIsAll,
})

export const fuzzChecks: readonly (Check | ConsistencyCheck)[] = [
  answered,
  shown,
  altered,
  refused,
  lenient,
  healthy,
  model,
  race,
]
