/** Fuzzes one operation: what each of its `fuzz/*` checks has to say. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'
import type { Fuzzed, FuzzProperty } from '../../schemas/fuzzed.ts'
import { LOOKUP } from '../claim/supply.ts'
import { Breach, inWords, Skipped, Inconclusive } from '../claim/finding.ts'
import { misanswered } from './answered.ts'
import { ailing, healthPart } from './health.ts'
import { modelPart, tryModel } from './model.ts'
import { isWrong, mutantsPart, tryMutants, type Mutants } from './mutants.ts'
import { ALTERED, ANSWERED, HEALTHY, isWanted, LENIENT, MODEL, RACE, REFUSED, SHOWN, type Part } from './part.ts'
import { fieldsOf, payloadsPart, tryPayloads, type Payloads } from './payloads.ts'
import { racePart, tryRaces } from './race.ts'
import { foundBy, incomplete, unknown, type Fuzz, type Said } from './said.ts'
import type { Again, Searched } from './search.ts'
import { stagePart, type Stage } from './stage.ts'
import { writersPart } from './writers.ts'

/** All that fuzzing an operation may take. */
export const parts: readonly Part[] = [
  stagePart,
  payloadsPart,
  mutantsPart,
  healthPart,
  writersPart,
  modelPart,
  racePart,
]

/**
 * Tries payloads and mutants, and says what became of it.
 * @param checks the ids of those that are to be judged
 */
export async function fuzzOperation(stage: Stage, checks: ReadonlySet<string>, runs: number): Promise<Fuzz> {
  const { operation, caller } = stage
  const already = await setUp(stage, checks)
  if (already) return already
  const odd = isWanted(payloadsPart, checks) && isOdd(operation, caller.options.target)
  const payloads = odd ? await tryPayloads(stage, runs) : null
  const wrong = isWanted(mutantsPart, checks) && isWrong(operation)
  const mutants = wrong ? await tryMutants(stage, runs) : null
  const said = new Map<string, Said>()
  const say = (check: string, tell: () => Said) => {
    if (checks.has(check)) said.set(check, tell())
  }
  for (const [check, property, attempt] of sequences)
    if (checks.has(check)) said.set(check, together(check, property, await attempt(stage, runs)))
  say(ANSWERED, () => answered(stage, payloads, mutants))
  if (payloads) {
    say(SHOWN, () => shown(stage, payloads))
    say(ALTERED, () =>
      payloads.votes.length > 0 ? { votes: payloads.votes } : unknown('no text that it takes is shown'),
    )
  }
  if (mutants) {
    say(REFUSED, () => refused(stage, mutants))
    say(LENIENT, () => lenient(mutants, caller.destructive))
  }
  if (checks.has(HEALTHY)) said.set(HEALTHY, { thrown: await ailing(stage) })
  return said
}

export const isOdd = (operation: Operation, target: Pick<Target, 'sample'> = { sample: {} }): boolean =>
  fieldsOf(operation, target).length > 0

/** Sets the stage; where the valid request draws no response, that is all there is to say. */
async function setUp(stage: Stage, checks: ReadonlySet<string>): Promise<Fuzz | null> {
  await stage.set()
  const thrown = stage.control?.response ? null : noBetter(stage)
  return thrown && new Map([...checks].map((check) => [check, { thrown }]))
}

/** Where the valid request is answered in a wrong form already, what else is answered so says nothing; null: it is not. */
function noBetter({ control, caller }: Stage): Inconclusive | null {
  const already = control && misanswered(control, caller, 'the valid request')
  if (!already) return null
  return new Inconclusive(
    {
      text: `its valid request is answered no better: ${already.got}`,
      cause: 'its valid request is answered no better',
    },
    undefined,
    [control],
  )
}

/**
 * Tries single findings again, and nothing else.
 * @param again what was found, by check
 */
export async function fuzzAgain(stage: Stage, again: ReadonlyMap<string, Fuzzed | undefined>): Promise<Fuzz> {
  await stage.set()
  const said = new Map<string, Said>()
  for (const [check, fuzzed] of again) {
    if (!fuzzed) said.set(check, { thrown: check === HEALTHY ? ((await ailing(stage)) ?? stillIll(stage)) : null })
    else said.set(check, { thrown: await foundAgain(stage, check, fuzzed) })
  }
  return said
}

/** On a fresh scene the valid request may fail from the start. */
function stillIll({ control, caller }: Stage): Breach | null {
  if (!control || caller.success(control)) return null
  const expected = 'the valid request to succeed as it did before'
  return new Breach({ expected, got: inWords(control), exchanges: [control] })
}

/** The finding as it is when it is as simple as can be, else as it was met first. */
async function foundAgain(stage: Stage, check: string, { path, property, payload }: Fuzzed): Promise<Breach | null> {
  const [first = ''] = path.split(':')
  for (const at of new Set([path, first])) {
    const one: Again = { check, path: at, payload }
    for (let tries = 0; tries < (property === 'race' ? RACES : 1); tries++) {
      const breach = foundBy(check, property, await retry(stage, property, one))
      if (breach) return breach
    }
  }
  return null
}

/** How often a race is run again that was lost once. */
const RACES = 5

function retry(stage: Stage, property: FuzzProperty, one: Again): Promise<Searched<unknown>> {
  if (property === 'mutants') return tryMutants(stage, 0, one)
  if (property === 'model') return tryModel(stage, 0, one)
  return property === 'race' ? tryRaces(stage, 0, one) : tryPayloads(stage, 0, one)
}

/** What is judged on several records at once, of a whole kind. */
const sequences = [
  [MODEL, 'model', tryModel],
  [RACE, 'race', tryRaces],
] as const

function together(check: string, property: FuzzProperty, searched: Searched<unknown>): Said {
  const breach = foundBy(check, property, searched)
  if (breach) return { thrown: breach }
  if (searched.tried === 0) return unknown('no sequence of requests could be tried')
  return { thrown: incomplete(searched) }
}

function answered(stage: Stage, payloads: Payloads | null, mutants: Mutants | null): Said {
  const breach = foundBy(ANSWERED, 'payloads', payloads) ?? foundBy(ANSWERED, 'mutants', mutants)
  if (breach) return { thrown: breach }
  const failing = payloads?.failing ?? mutants?.failing
  const late = payloads?.late ?? mutants?.late
  if (!failing && late) return { thrown: tooLate(late) }
  if (!failing) return { thrown: noBetter(stage) ?? incomplete(payloads, mutants) }
  const expected = 'a response with a status below 500'
  return { thrown: new Breach({ level: 'MAY', expected, got: inWords(failing), exchanges: [failing] }) }
}

/** A time that ran out is no breach, and no response of the right shape either. */
const tooLate = (late: Exchange) => new Inconclusive('a payload got no response in time', 'a longer --timeout', [late])

function shown({ visible, control, operation, caller }: Stage, payloads: Payloads): Said {
  const breach = foundBy(SHOWN, 'payloads', payloads)
  if (breach) return { thrown: breach }
  const exchanges = control ? [control] : []
  if (!fieldsOf(operation, caller.options.target).some(({ name }) => visible.has(name)))
    return { thrown: new Inconclusive('no read shows what it writes', undefined, exchanges) }
  if (payloads.compared === 0)
    return { thrown: new Inconclusive('no odd payload was accepted and shown', undefined, exchanges) }
  return { thrown: incomplete(payloads) }
}

function refused({ operation, caller }: Stage, mutants: Mutants): Said {
  const { target } = caller.options
  const breach = foundBy(REFUSED, 'mutants', mutants)
  if (breach) return { thrown: breach }
  if (mutants.refused === 0) return unknown('none of its mutants was refused')
  if (!mutants.listing) {
    const { kind } = operation.act
    const listable = operation.act.verb === 'makes' && target.lookup[kind] === undefined
    const supply = listable ? LOOKUP : undefined
    return unknown('nothing shows what was refused', supply)
  }
  return { thrown: incomplete(mutants) }
}

function lenient(mutants: Mutants, destructive: boolean): Said {
  if (mutants.votes.length > 0) return { votes: mutants.votes }
  if (destructive) return unknown('no body that is wrong as a whole was answered')
  return {
    thrown: new Skipped(
      'a truncated body needs --allow destructive: without the identifier that was cut off, a target may change every record',
    ),
  }
}
