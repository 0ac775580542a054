/** Files of the proxy that are gone in the course of a run: by an action of the host, or by somebody else. */
import { expect, it } from 'vitest'
import { ids, run, standing, type Between } from './standing.ts'

type Standing = Awaited<ReturnType<typeof standing>>

/** Judges a server on which something happens to its files whenever an operation has succeeded. */
async function outcomeOf(only: string, happens: (operation: string, files: Standing['store']['files']) => void) {
  const held: { server?: Standing } = {}
  const between: Between = async (request, next) => {
    const response = await next(request)
    const operation = new URL(request.url).pathname.slice(1)
    if (request.method === 'POST' && response.ok && held.server) happens(operation, held.server.store.files)
    return response
  }
  const server = await standing({ between, options: { only: [only], settleMs: 100 } })
  held.server = server
  return { outcome: await run(server), files: server.store.files }
}

const paths = (files: Standing['store']['files']) => files.entries().map(([path]) => path)

it('is told of an action that deletes them, and puts back the one that it knows', async () => {
  const { outcome, files } = await outcomeOf('settings.cleanAll actions/settings', (operation, all) => {
    if (operation === 'settings.cleanAll') for (const path of paths(all)) all.delete(path)
  })
  expect(ids(outcome, 'warn')).toEqual(['settings.cleanAll actions/settings'])
  expect(paths(files)).toHaveLength(1)
})

it('makes none again that is gone when the run puts back what it wrote', async () => {
  let isActedOn = false
  let isGone = false
  const { outcome, files } = await outcomeOf('settings.cleanAll actions/settings', (operation, all) => {
    if (operation === 'settings.cleanAll') isActedOn = true
    else if (isActedOn && !isGone) {
      isGone = true
      for (const path of paths(all)) all.delete(path)
    }
  })
  expect(isGone).toBe(true)
  expect(ids(outcome, 'pass')).toEqual(['settings.cleanAll actions/settings'])
  expect(paths(files)).toEqual([])
})

it('neither blames a write for another file that is gone meanwhile nor makes that again', async () => {
  const gone: string[] = []
  const { outcome, files } = await outcomeOf('settings.updateProxyFile settings/others', (operation, all) => {
    if (operation !== 'settings.updateProxyFile' || gone.length > 0) return
    gone.push(...paths(all).slice(1))
    for (const path of gone) all.delete(path)
  })
  expect(gone.length).toBeGreaterThan(0)
  expect(ids(outcome, 'pass')).toEqual(['settings.updateProxyFile settings/others'])
  expect(paths(files).filter((path) => gone.includes(path))).toEqual([])
})
