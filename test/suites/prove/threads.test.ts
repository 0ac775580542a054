import { availableParallelism } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { openThreads } from '../../../suites/prove/threads.ts'

const threads = openThreads(2_000, new URL('./bad-job.ts', import.meta.url).href)
afterAll(() => threads.close())

const job = (fault: string) => ({ faults: [fault], only: [], seed: 1, fuzz: false })

test('a job that ends as it should is what it says', async () => {
  expect(await threads.run(job('none'))).toEqual({ said: [], trouble: [], requests: 0 })
})

test.each([
  ['throws', 'crashed: thrown in the thread'],
  ['exits', 'crashed: '],
  ['hangs', 'hung for 2000 ms'],
])('a job that %s is trouble, and the next one runs all the same', async (fault, why) => {
  const { said, trouble } = await threads.run(job(fault))
  expect(said).toEqual([])
  expect(trouble).toEqual([expect.stringContaining(why)])
  expect(await threads.run(job('none'))).toEqual({ said: [], trouble: [], requests: 0 })
})

test.each(['throws', 'exits', 'hangs'])(
  'a job that %s takes none of those along that share its thread',
  async (fault) => {
    const beside = Array.from({ length: 6 }, () => threads.run(job('waits')))
    const { trouble } = await threads.run(job(fault))
    expect(trouble).toHaveLength(1)
    expect((await Promise.all(beside)).flatMap((judged) => judged.trouble)).toEqual([])
  },
)

test('of what is asked for at once, what waits begins first, even if it is asked for last', async () => {
  const own = openThreads(10_000, new URL('./bad-job.ts', import.meta.url).href)
  const ended: string[] = []
  const ask = (name: string, urgent?: 'waits') => own.run({ ...job('waits'), urgent }).then(() => void ended.push(name))
  // Three rounds of them.
  const others = Array.from({ length: 36 * availableParallelism() }, (_, at) => ask(`other ${at}`))
  await Promise.all([...others, ask('urgent', 'waits')])
  await own.close()
  expect(ended.indexOf('urgent')).toBeLessThan(ended.length / 2)
})

test('jobs share no more threads than there are cores', async () => {
  const all = Array.from({ length: 10 }, () => threads.run(job('thread')))
  const ids = (await Promise.all(all)).map(({ requests }) => requests)
  expect(new Set(ids).size).toBeLessThanOrEqual(availableParallelism())
})

test('jobs over a wire share no thread with jobs inside the process', async () => {
  const threadOf = (given: object) => threads.run({ ...job('thread'), ...given }).then(({ requests }) => requests)
  const over = [{ wire: true }, { server: 'away' as const }]
  const all = await Promise.all([...over, {}, {}].map(threadOf))
  const [wire, inside] = [all.slice(0, over.length), all.slice(over.length)]
  expect(inside.filter((id) => wire.includes(id))).toEqual([])
})
