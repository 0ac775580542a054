/** What a target file leaves out can't be judged, and is no defect of Touchstone's. */
import { describe, expect, it } from 'vitest'
import { isRecordKind, lifeOf, operations, type Operation } from '../../schemas/registry.ts'
import { planOf } from '../../suites/run/plan.ts'
import { optionsFor } from '../../suites/prove/options.ts'
import { ids, left, run, standing } from './standing.ts'

/** Judges a server by a target file that leaves these out, and sees what is left on it. */
async function without(omit: readonly string[], only: readonly string[]) {
  const stand = await standing({ target: { omit }, options: { only, fuzz: 1, settleMs: 0 } })
  const outcome = await run(stand)
  return { outcome, remains: left(stand.store) }
}

const groupsOf = (omitted: readonly string[]) => [...new Set(omitted.map((id) => id.replace(/\..*/, '.*')))]

const named = (verb: Operation['act']['verb'], effects: readonly Operation['effect'][]) =>
  operations.filter(({ act, effect }) => act.verb === verb && effects.includes(effect)).map(({ id }) => id)

const all = ['read', 'resource', 'deploy', 'host', 'destructive'] as const

describe('a run of a target that does not offer', () => {
  it.each([
    ['one delete', ['port.delete']],
    ['reads of records and a list', ['application.one', 'sqla.one', 'registry.all']],
    ['the read of a setting', ['settings.readProxyConfig']],
  ])('%s has no error, deletes what it made, and says what was left out', async (_what, omit) => {
    const { outcome, remains } = await without(omit, groupsOf(omit))
    expect(ids(outcome, 'error', 'fail', 'warn')).toEqual([])
    expect([outcome.leftovers, remains]).toEqual([[], []])
    expect(outcome.noVerdict).toBeNull()
    const reasons = outcome.results.flatMap(({ verdict, reason = '' }) => (verdict === 'pass' ? [] : reason))
    for (const id of omit) expect(reasons.filter((reason) => reason.includes(id))).not.toEqual([])
  })

  it.each([
    ['any create', named('makes', all)],
    ['any delete', named('deletes', all)],
    ['any read', named('reads', all)],
    ['any list', named('lists', all)],
    ['any change of a record', named('changes', ['resource'])],
    ['any start or setting', named('changes', ['deploy', 'host'])],
    ['any action of the host', named('changes', ['destructive'])],
  ])('%s has no error', async (_what, omit) => {
    expect(omit).not.toEqual([])
    const { outcome, remains } = await without(omit, [])
    expect(ids(outcome, 'error')).toEqual([])
    expect(remains).toEqual([])
  })
})

describe('where the target file omits', () => {
  it.each(operations)('$id, nothing is sent to it, nor to what makes what it would delete', ({ id }) => {
    const options = optionsFor({ baseUrl: 'http://127.0.0.1:1', token: 'token', target: {} })
    const plan = planOf({ ...options, target: { ...options.target, omit: [id] } })
    const unsent = plan.flatMap(({ operation, forbidden }) => (forbidden === null ? [] : operation.id))
    const undeletable = operations.filter(
      ({ act }) => act.verb === 'makes' && isRecordKind(act.kind) && lifeOf(act.kind).remove.id === id,
    )
    expect(unsent.toSorted()).toEqual([id, ...undeletable.map((one) => one.id)].toSorted())
  })
})
