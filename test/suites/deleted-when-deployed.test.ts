/** Records that are deleted when they are deployed. */
import { expect, it } from 'vitest'
import { run, standing } from './standing.ts'

const SETTLE = 200
/** Longer than a run waits for a delete: five times `--settle`, in milliseconds. */
const LATE = 5 * SETTLE + 1500

/**
 * What an acknowledged delete of a deployed record does: it deletes it, takes down what was deployed alone, or deletes it much later. The
 * last one deletes it, and reads of it fail from then on.
 */
type Manner = 'deletes' | 'takes down' | 'puts off' | 'fails to read'

/** What became of records/gone-deployed on the delete of a document store, and what the run left in the end. */
async function judged(manner: Manner) {
  const deployed = new Set<string>()
  const failing = new Set<string>()
  const stand = await standing({
    async between(request, next) {
      const { pathname, searchParams } = new URL(request.url)
      if (failing.has(searchParams.get('docstoreId') ?? '')) return new Response('{}', { status: 500 })
      const text = await request.clone().text()
      const id = /"docstoreId":"([^"]+)"/.exec(text)?.[1] ?? ''
      const table = stand.store.records.docstore
      const row = table.get(id)
      const response = await next(request)
      if (!response.ok) return response
      if (pathname.endsWith('/docstore.deploy')) deployed.add(id)
      if (!pathname.endsWith('/docstore.remove') || manner === 'deletes' || !deployed.has(id) || !row) return response
      if (manner === 'fails to read') failing.add(id)
      if (manner === 'fails to read') return response
      if (manner === 'takes down') deployed.delete(id)
      else setTimeout(() => table.delete(id), LATE)
      table.set(id, row)
      return response
    },
    options: { only: ['docstore.deploy', 'docstore.remove'], skip: ['fuzz/*'], settleMs: SETTLE },
  })
  const { results, leftovers } = await run(stand)
  const { verdict, message } = results.find(({ id }) => id === 'docstore.remove records/gone-deployed') ?? {}
  await new Promise((resolve) => setTimeout(resolve, manner === 'puts off' ? LATE : 0))
  const left = stand.store.records.docstore.rows().filter((row) => String(row['name']).startsWith('ts-'))
  return { verdict, message, leftovers, left }
}

it('is told where the first delete leaves the record to a second, which the run sends', async () => {
  expect(await judged('takes down')).toMatchObject({ verdict: 'warn', leftovers: [], left: [] })
})

it('accuses nobody who puts the delete of what is deployed off', async () => {
  const { verdict, message, leftovers, left } = await judged('puts off')
  expect({ verdict, leftovers, left }).toEqual({ verdict: 'inconclusive', leftovers: [], left: [] })
  expect(message).toContain('may be at work on it')
})

it('passes nobody whose reads fail after the delete', async () => {
  expect(await judged('fails to read')).toMatchObject({ verdict: 'inconclusive', leftovers: [], left: [] })
})

it('passes where the record is gone after its delete', async () => {
  expect(await judged('deletes')).toMatchObject({ verdict: 'pass', leftovers: [], left: [] })
})
