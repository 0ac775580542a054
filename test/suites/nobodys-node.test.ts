/** A target file that names no node that may be removed: what is removed is a node that nobody has. */
import { describe, expect, it } from 'vitest'
import { ids, run, standing, type Stand } from './standing.ts'

const removed = 'cluster.removeWorker cluster/removed'

async function outcomeOf(stand: Stand) {
  const server = await standing({ ...stand, options: { only: ['cluster.*'], settleMs: 50 } })
  const { expendable: _, ...target } = server.options.target
  const options = { ...server.options, target: { ...target, expendable: {} } }
  return { outcome: await run({ options }), nodes: server.store.nodes.rows().length }
}

describe('the removal of a node that nobody has', () => {
  it.each<readonly [string, Stand]>([
    ['with success', { faults: ['cluster/removes-for-unknown'] }],
    [
      'with an error',
      {
        faults: ['cluster/removes-for-unknown'],
        async between(request, next) {
          const response = await next(request)
          if (!request.url.endsWith('/cluster.removeWorker') || !response.ok) return response
          return Response.json({ message: 'no such node', code: 'NOT_FOUND', issues: [] }, { status: 404 })
        },
      },
    ],
  ])('is told where it takes another, and is answered %s', async (_, stand) => {
    const { outcome } = await outcomeOf(stand)
    expect(ids(outcome, 'warn')).toContain(removed)
  })

  it('decides nothing where it takes none', async () => {
    const { outcome, nodes } = await outcomeOf({})
    expect(nodes).toBeGreaterThan(1)
    expect(ids(outcome, 'inconclusive')).toContain(removed)
    expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  })
})
