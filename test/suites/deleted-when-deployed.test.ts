/** Records that are deleted when they are deployed. */
import { expect, it } from 'vitest'
import type { RecordKind } from '../../schemas/operation.ts'
import { run, standing } from './standing.ts'

const SETTLE = 200
/** Longer than a run waits for the first delete, and not so long as it waits for both: five times `--settle` each, in milliseconds. */
const LATE = 5 * SETTLE + 900

/**
 * What an acknowledged delete of a deployed record does: it deletes it, takes down what was deployed alone, deletes it much later, or
 * never. The last one deletes it, and reads of it fail from then on.
 */
type Manner = 'deletes' | 'takes down' | 'puts off' | 'keeps' | 'fails to read'

/** What became of records/gone-deployed on the delete of a document store, and what the run left in the end. */
async function judged(manner: Manner, ...beside: readonly RecordKind[]) {
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
      if (manner === 'puts off') setTimeout(() => table.delete(id), LATE)
      table.set(id, row)
      return response
    },
    options: {
      only: ['docstore', ...beside].flatMap((kind) => [`${kind}.deploy`, `${kind}.remove`]),
      skip: ['fuzz/*'],
      settleMs: SETTLE,
    },
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

it('is told where it stays for good and another kind does not, and is named as left', async () => {
  const { verdict, leftovers, left } = await judged('keeps', 'kvstore')
  expect(verdict).toBe('warn')
  const [told] = leftovers
  expect(told).toMatchObject({ kind: 'docstore', why: 'its delete was acknowledged twice, and it is still there' })
  expect(left.map(({ docstoreId }) => docstoreId)).toContain(told?.id)
})

it('is left undecided where no other kind shows that a delete takes less time', async () => {
  expect(await judged('keeps')).toMatchObject({ verdict: 'inconclusive' })
})

it('passes nobody whose reads fail after the delete', async () => {
  expect(await judged('fails to read')).toMatchObject({ verdict: 'inconclusive', leftovers: [], left: [] })
})

it('passes where the record is gone after its delete', async () => {
  expect(await judged('deletes')).toMatchObject({ verdict: 'pass', leftovers: [], left: [] })
})
