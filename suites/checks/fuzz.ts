/** What only payloads show that nobody thought of (see suites/fuzz). */
import { isCreate, isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Case, Check, Poll } from './check.ts'
import type { Vote } from '../target/vote.ts'
import { Blocked, Skipped, Inconclusive } from '../claim/finding.ts'
import { oddFields, takesEnvironment } from '../../fixtures/payload/fuzz/payload.ts'
import { isOdd, isWrong } from '../fuzz/operation.ts'
import type { Said } from '../fuzz/said.ts'
import { isSetting } from '../fuzz/setting.ts'

/** What fuzzing said; throws it, or what it means that nothing was fuzzed. */
function said({ trace }: Case, id: string): Said {
  const found = trace.fuzz?.get(id)
  if (found?.thrown) throw found.thrown
  if (found) return found
  if (trace.blocked) throw new Blocked(trace.blocked.reason, trace.blocked.by)
  if (trace.skipped !== undefined) throw new Skipped(trace.skipped)
  throw new Inconclusive('it was not fuzzed')
}

const votes = (scene: Case, id: string): readonly Vote[] => said(scene, id).votes ?? []

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
  oddFields(operation).some(({ type, name }) => type === 'string' && name !== 'appName')

const needs = ['fuzz'] as const

const answered: Check = {
  id: 'fuzz/answered',
  clause: 'ERR-1',
  claim: 'MUST answer every payload with JSON that is a success or an error of the right shape',
  sends:
    'a ladder of odd texts and numbers, payloads that are wrong in one thing, and random ones of both; nothing to what is destructive, for it can not be put back, nor to deployTemplate, which deploys something new each time',
  expects: 'the form that every answer has; no answer is a warning, and a status of 500 or more a note',
  kills: ['fuzz/page-*', 'fuzz/shape-*'],
  on: fuzzed,
  needs,
  prove: (scene) => void said(scene, 'fuzz/answered'),
}

const shown: Check = {
  id: 'fuzz/shown',
  clause: 'NAME-2',
  claim: 'SHOULD show whatever texts and numbers it took as they were sent',
  sends:
    'a ladder of texts (lengths, quotes, markup, line ends, NUL, combining and astral characters, paths) and of the edges of whole numbers, then random ones; an environment where `sample` gives one',
  expects: 'a read to show what was taken: nothing cut off, lost, escaped or turned into something else',
  kills: ['fuzz/text-*', 'fuzz/number-*'],
  on: (operation) => isShown(operation) || takesEnvironment(operation),
  needs,
  prove: (scene) => void said(scene, 'fuzz/shown'),
}

const altered: Poll = {
  id: 'fuzz/altered',
  clause: 'NAME-2',
  claim: 'SHOULD trim, fold and normalise texts everywhere or nowhere',
  sends:
    'texts with white space at their ends, line ends of several systems, composed and decomposed letters and capitals',
  expects: 'what this target does to texts elsewhere',
  kills: ['fuzz/altered-*'],
  on: (operation) => undone(operation) && isRecordKind(operation.act.kind) && writes(operation) && texts(operation),
  needs,
  ask: (scene) => votes(scene, 'fuzz/altered'),
}

const refused: Check = {
  id: 'fuzz/refused',
  clause: 'PARAM-*',
  claim: 'SHOULD make nothing by a wrong payload that it answers with an error',
  sends: 'creates and updates that are wrong in exactly one thing, and a look at what is there',
  expects: 'nothing to be listed that they might have made; a record that an update changed all the same is a note',
  kills: ['fuzz/refused-*'],
  on: (operation) =>
    isCreate(operation) || (isWrong(operation) && isShown(operation) && isRecordKind(operation.act.kind)),
  needs,
  prove: (scene) => void said(scene, 'fuzz/refused'),
}

const lenient: Poll = {
  id: 'fuzz/lenient',
  clause: 'BODY-1',
  claim: 'SHOULD take a body that is no JSON object everywhere or nowhere',
  sends: 'bodies that are cut off, hold more than JSON allows, or are wrapped in something else',
  expects: 'what this target does with such a body elsewhere',
  kills: ['fuzz/lenient-*'],
  on: (operation) => fuzzed(operation) && isWrong(operation),
  needs,
  ask: (scene) => votes(scene, 'fuzz/lenient'),
}

const healthy: Check = {
  id: 'fuzz/healthy',
  clause: 'OP-*',
  claim: 'SHOULD be as healthy after odd payloads as before',
  sends: 'the valid request, once all odd and wrong payloads were sent',
  expects: 'a success where there was one before',
  kills: ['fuzz/ill-*'],
  on: fuzzed,
  needs,
  passing: true,
  prove: (scene) => void said(scene, 'fuzz/healthy'),
}

const model: Check = {
  id: 'fuzz/model',
  clause: 'NAME-4',
  claim: 'SHOULD keep records as they were written, whatever the order of creates, updates, reads and deletes',
  sends: 'sequences of creates, updates, actions, reads and deletes of several records of a kind',
  expects: 'what was acknowledged last to be shown, and what was deleted to be gone, all along and in the end',
  kills: ['fuzz/steps-*'],
  on: isCreate,
  needs,
  prove: (scene) => void said(scene, 'fuzz/model'),
}

const race: Check = {
  id: 'fuzz/race',
  clause: 'NAME-2',
  claim: 'SHOULD keep every record whole while many requests write at once',
  sends: 'creates, updates, reads and deletes at once, on the same and on different records of a kind',
  expects: 'each field to hold one of the values written, distinct identifiers, and no acknowledged record lost',
  kills: ['fuzz/race-*'],
  on: isCreate,
  needs,
  prove: (scene) => void said(scene, 'fuzz/race'),
}

export const fuzzChecks: readonly (Check | Poll)[] = [answered, shown, altered, refused, lenient, healthy, model, race]
