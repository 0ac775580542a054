import { expect, it } from 'vitest'
import { Sweep } from '../../../suites/run/sweep.ts'

/** Whether a promise is fulfilled by now. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  let over = false
  void promise.then(() => (over = true))
  await new Promise((resolve) => setTimeout(resolve, 1))
  return over
}

it('lets no lane go on before all have come to their end', async () => {
  const sweep = new Sweep()
  const [first, second] = [sweep.join(), sweep.join()]
  const waiting = first()
  expect(await isOver(waiting)).toBe(false)
  const other = second()
  expect([await isOver(waiting), await isOver(other)]).toEqual([true, true])
})

it('counts a lane once, however often it says that it is at its end', async () => {
  const sweep = new Sweep()
  const [first, second] = [sweep.join(), sweep.join()]
  void first()
  expect(await isOver(first())).toBe(false)
  expect(await isOver(second())).toBe(true)
})
