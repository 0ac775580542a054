import { carry, rungNames, type Rung } from '../../fixtures/http/credentials.ts'
import { formOf } from '../../fixtures/payload/draw.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'
import type { Caller } from '../scene/call.ts'
import { compareAfter, compareOneByOne, lateDelete, lateEffect, learn, type Watch } from './effect.ts'
import { onRung, unusual } from './stimuli.ts'
import type { Subject } from './subject.ts'
import type { BadTokens } from './tokens.ts'
import { emptyTrace, type Need, type Trace } from './trace.ts'
import { vary } from './vary.ts'

/** How a course is run: what for, and whether it is tried again to confirm a breach. */
export interface Errand {
  readonly needs: ReadonlySet<Need>
  readonly again: boolean
  /** Says which rungs may be sent. */
  readonly tokens: BadTokens
}

/** The rungs that are wanted, in the ladder's order, but for those that are the right credentials of this very target. */
function wantedRungs(operation: Operation, needs: ReadonlySet<Need>, { token, auth }: Target): readonly Rung[] {
  const draw = formOf(operation)
  const sent = (rung: Rung | 'right') => carry(rung, token, auth.scheme, [], undefined, draw).authorization
  return rungNames.filter((rung) => needs.has(rung) && sent(rung) !== sent('right'))
}

/** Sends to one operation all that its checks need, in an order in which nothing spoils what comes after it. */
export async function course(caller: Caller, operation: Operation, subject: Subject, errand: Errand): Promise<Trace> {
  // What was written before may come to be seen only now, and is no effect of what follows.
  await caller.quiet()
  const trace = emptyTrace()
  trace.guesses = subject.guesses
  const reason = (await subject.prepare?.(errand.needs)) ?? null
  if (reason !== null) {
    trace.unsent = { reason, inconclusive: true }
    // What writing back showed is judged, though nothing more is written.
    if (errand.needs.has('census') && subject.census) trace.census = await subject.census(undefined)
    return trace
  }
  try {
    await send(caller, operation, subject, errand, trace)
  } finally {
    // Whatever ended it, a stop too: what was changed is put back.
    await subject.restore?.(caller.sure)
  }
  return trace
}

async function send(caller: Caller, operation: Operation, subject: Subject, errand: Errand, trace: Trace) {
  const { needs, again } = errand
  if (needs.has('census')) await subject.begin?.()
  const begun = needs.has('probe') ? await subject.probing?.before?.() : undefined
  const { decoyLook } = subject
  const seen = decoyLook ?? subject.look
  const watch = needs.has('effect') && seen ? await learn(caller, subject, seen, again) : null
  await climb(caller, operation, subject, trace, errand, watch)
  // What is deleted late is seen in no later read: the valid request deletes it next.
  const climbed = Date.now()
  if (watch && operation.act.verb === 'deletes' && !decoyLook && !trace.effect) await caller.patience.late(climbed)
  const after = watch && !trace.effect ? await watch.look() : null
  const basis = after && decoyLook && subject.look ? await subject.look() : after
  if (needs.has('control')) trace.control = await subject.send({})
  if (needs.has('probe') && subject.probing) {
    const { control } = trace
    trace.probes = [...(begun ?? []), ...(control ? await subject.probing.after(control) : [])]
  }
  if (needs.has('effect')) trace.effect ??= await compareAfter(caller, operation, subject, trace, watch, after, basis)
  if (needs.has('lower-case')) trace.rungs.set('lower-case', await subject.send({ credential: 'lower-case' }))
  if (needs.has('twin') && trace.control?.answer && caller.profile.isError(trace.control.answer))
    trace.twin = await twin(caller, operation)
  if (needs.has('unusual'))
    await allOf(unusual(operation, caller.destructive).map((variation) => subject.send(variation)))
  if (needs.has('census') && subject.census) trace.census = await subject.census(trace.control)
  if (needs.has('neighbours') && subject.neighbours) trace.neighbours = await subject.neighbours()
  await vary(caller, operation, subject, needs, trace)
  if (needs.has('namesake')) {
    const twins = await subject.namesake?.()
    if (twins) trace.namesake = twins
  }
  if (needs.has('burst') && subject.burst) {
    const made = await subject.burst()
    if (made) trace.burst = made
  }
  if (watch && decoyLook && trace.effect && trace.effect.seen !== 'changed')
    trace.effect = (await lateDelete(caller, trace, watch, climbed)) ?? trace.effect
  // What others write, later reads of the lane show (auth/not-stored).
  if (watch && operation.act.verb === 'makes' && trace.effect?.seen === 'held')
    trace.effect = (await lateEffect(caller, trace, watch)) ?? trace.effect
}

/** Waits for all, also where one fails: what is under way may still make something that has to be found. */
async function allOf<T>(under: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(under)
  return Promise.all(under)
}

/** Climbs the ladder. When confirming, one rung at a time with a look after each, to learn which one had an effect. */
async function climb(
  caller: Caller,
  operation: Operation,
  subject: Subject,
  trace: Trace,
  errand: Errand,
  watch: Watch | null,
) {
  const wanted = wantedRungs(operation, errand.needs, caller.options.target)
  const rungs = errand.tokens.grant(wanted)
  if (rungs.length < wanted.length)
    trace.unsent = errand.tokens.locked
      ? { reason: 'the right token was refused after wrong ones: the target locks out', inconclusive: true }
      : { reason: 'limits.badTokens lets no more bad tokens be sent', inconclusive: false }
  // Whoever looks at a parameter marked ? first may forget to look at the token.
  const chosen = operation.query.filter(({ required }) => !required).map(({ name }) => name)
  const choice = (rung: Rung) =>
    rung === 'empty-header' ? chosen[0] : rung === 'wrong-scheme' ? chosen.at(-1) : undefined
  const climbs = rungs.map((rung) => {
    const filled = choice(rung)
    return { rung, call: { ...onRung(operation, rung), ...(filled === undefined ? {} : { filled }) } }
  })
  if (errand.again && watch) {
    await compareOneByOne(subject, trace, climbs, watch, errand.tokens.more('wrong-token'))
    return
  }
  const sent = await allOf(climbs.map(async ({ rung, call }) => [rung, await subject.send(call)] as const))
  for (const [rung, exchange] of sent) trace.rungs.set(rung, exchange)
  if (watch && subject.tell && rungs.includes('no-header')) {
    const { tell } = subject
    const telling = ['no-header', ...errand.tokens.more('wrong-token')] as const
    await allOf(telling.map((credential) => tell({ credential })))
  }
}

/** The same request to an operation of the same group that surely does not exist; `word` stands for its name. */
async function twin(caller: Caller, operation: Operation): Promise<NonNullable<Trace['twin']>> {
  const word = caller.values.word().padEnd(operation.name.length, 'z')
  const exchange = await caller.client.send({
    operation: null,
    method: operation.method,
    path: `/${operation.group}.${word}`,
    ...(operation.body === null ? {} : { body: {} }),
  })
  return { exchange, word }
}
