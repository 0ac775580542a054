/** A change is blamed on an operation only if it is seen again while nothing else writes (docs/judgement.md, rule 14). */
import { expect, test } from 'vitest'
import { Gate } from '../../suites/scene/gate.ts'
import { outcomeOf } from '../judged.ts'

const [one, other] = [{}, {}]
const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('while one lane holds the gate, the writes of others wait, and its own pass', async () => {
  const gate = new Gate()
  const order: string[] = []
  const held = gate.hold(one, async () => {
    await gate.pass(one, async () => void order.push('own'))
    await later(20)
    order.push('end')
  })
  await later(1)
  await Promise.all([held, gate.pass(other, async () => void order.push('other'))])
  expect(order).toEqual(['own', 'end', 'other'])
})

test('the gate is not held before the writes of others are answered', async () => {
  const gate = new Gate()
  const order: string[] = []
  const writing = gate.pass(other, async () => {
    await later(20)
    order.push('other')
  })
  await Promise.all([writing, gate.hold(one, async () => void order.push('held'))])
  expect(order).toEqual(['other', 'held'])
})

test('of several that wait for the gate one holds it at a time, and no write passes in between', async () => {
  const gate = new Gate()
  const inside = new Set<string>()
  const together: string[][] = []
  const enter = (name: string) => async () => {
    inside.add(name)
    together.push([...inside])
    await later(2)
    inside.delete(name)
  }
  const lanes = [{}, {}, {}]
  const waiting = lanes.flatMap((lane, at) => [
    gate.hold(lane, enter(`holder ${at}`)),
    gate.pass({}, enter(`writer ${at}`)),
  ])
  await Promise.all(waiting)
  const holding = together.filter((names) => names.some((name) => name.startsWith('holder')))
  expect(holding).toEqual([['holder 0'], ['holder 1'], ['holder 2']])
})

test('a gate whose holder fails is free again', async () => {
  const gate = new Gate()
  await expect(gate.hold(one, () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped')
  await expect(gate.pass(other, () => Promise.resolve('sent'))).resolves.toBe('sent')
})

test(
  'a change that the delete of another kind makes is blamed on that delete alone',
  { timeout: 300_000 },
  async () => {
    const only = ['docstore.*', 'kvstore.*']
    const { results } = await outcomeOf({ faults: ['census/others-by-delete'] }, { only, fuzz: 0 })
    const accusations = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(accusations.map(({ id }) => id)).toContain('docstore.remove census/others')
    expect(accusations.filter(({ operation }) => operation !== 'docstore.remove')).toEqual([])
  },
)
