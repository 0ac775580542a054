/** What a run leaves on a server that keeps the specification counts against the proof. */
import { describe, expect, it, test } from 'vitest'
import { leftOn, type Judged } from '../../../suites/prove/job.ts'
import { judgedAs, proven } from './made-up.ts'

const left = [{ kind: 'sqla', name: 'ts-1', id: null, why: 'its delete was not answered with success' }] as const

it.each([
  ['nothing else', {}],
  ['a variant', { variants: ['creates/nested'] }],
])('with %s, what is left is trouble', (_, job) => {
  expect(leftOn(left, job)).toEqual(['left sqla ts-1: its delete was not answered with success'])
  expect(leftOn([], job)).toEqual([])
})

it.each([
  ['a fault', { faults: ['exists/no-mounts.remove'] }],
  ['a variant that writes by itself', { variants: ['habits/config-written-along', 'creates/nested'] }],
])('with %s it is none', (_, job) => expect(leftOn(left, job)).toEqual([]))

it('is none of a create that went unanswered, for nothing says what that made', () => {
  expect(leftOn([{ ...left[0], why: 'the create got no response' }, ...left], {})).toHaveLength(1)
})

describe('variants on one server', () => {
  const ids = ['ids/uuid', 'creates/201', 'errors/greek', 'limits/names']
  const [four, two, alone] = [{ left: ['left sqla a'] }, { left: ['left sqla b'] }, { left: ['left sqla c'] }]

  /** What the rows say of trouble, where a run comes to these the first, the second and the third time that it meets one variant. */
  async function troubleOf(...times: readonly Partial<Judged>[]) {
    let met = 0
    const { matrix } = await proven(ids, ({ variants: on }) => ({
      ...judgedAs(),
      ...(on?.includes('creates/201') ? times[Math.min(met++, times.length - 1)] : {}),
    }))
    return matrix.variants.flatMap(({ id, trouble }) => trouble.map((one) => `${id} ${one}`))
  }

  test('have nothing left on them: what is left each time is told of the one that it is left on', async () => {
    expect(await troubleOf(four)).toEqual(['creates/201 left sqla a'])
  })

  test('may have left what a busy machine left once, alone or together', async () => {
    expect(await troubleOf(four, {})).toEqual([])
    expect(await troubleOf(four, two, alone, {})).toEqual([])
  })

  test('are held to a defect of ours that comes once, also while what is left is looked for again', async () => {
    expect(await troubleOf(four, two, { trouble: ['hung'] }, {})).toEqual(['creates/201 hung'])
    expect(await troubleOf(four, two, alone, { trouble: ['hung'] })).toEqual(['creates/201 hung'])
  })
})
