/** Containers of records whose names begin alike. */
import { expect, it } from 'vitest'
import { run, standing } from './standing.ts'

/**
 * What a server does with containers: it lists them; or only of what was deployed the second before; or not at all; or it lists
 * them, and its other reads answer from an older copy. It refuses an application with an appName, or stops once, and only once,
 * another container than its own.
 */
type Manner = 'lists' | 'lists late' | 'lists none' | 'reads older copies' | 'refuses an appName' | 'stops another once'

/** What became of engine/apart on the stop of an application, and what the run left in the end. */
async function judged(manner: Manner) {
  const since = new Map<string, number>()
  let stops = 0
  const stand = await standing({
    async between(request, next) {
      const { pathname } = new URL(request.url)
      const text = await request.clone().text()
      if (manner === 'refuses an appName' && pathname.endsWith('/application.create') && text.includes('"appName"'))
        return Response.json({ message: 'appName is not known', code: 'BAD_REQUEST' }, { status: 400 })
      const { containers } = stand.store
      const response = await next(request)
      const last = containers.entries().at(-1)?.[0]
      if (manner === 'stops another once' && pathname.endsWith('/application.stop') && response.ok && stops++ === 0)
        containers.delete(last ?? '')
      const isShown = (id: string) => Date.now() - (since.get(id) ?? 0) > LATE
      if (manner === 'reads older copies' && pathname.endsWith('/engine.getConfig')) {
        const id = new URL(request.url).searchParams.get('containerId') ?? ''
        return isShown(id)
          ? response
          : Response.json({ message: 'No such container', code: 'NOT_FOUND' }, { status: 404 })
      }
      if (manner === 'reads older copies' && pathname.includes('/engine.getContainersByApp') && response.ok) {
        const found = (await response.json()) as readonly { readonly containerId: string }[]
        return Response.json(found.filter(({ containerId }) => isShown(containerId)))
      }
      if (!pathname.endsWith('/engine.getContainers') || !response.ok) return response
      const all = (await response.json()) as readonly { readonly containerId: string }[]
      const isListed = ({ containerId }: { readonly containerId: string }) => {
        since.set(containerId, since.get(containerId) ?? Date.now())
        return manner !== 'lists late' || Date.now() - (since.get(containerId) ?? 0) > LATE
      }
      return Response.json(manner === 'lists none' ? [] : all.filter(isListed))
    },
    options: { only: ['application.stop engine/apart'], skip: ['fuzz/*'], settleMs: 1000 },
  })
  const { results, leftovers } = await run(stand)
  const { verdict, message } = results.find(({ id }) => id === 'application.stop engine/apart') ?? {}
  const left = stand.store.records.application.rows().filter((row) => String(row['name']).startsWith('ts-'))
  return { verdict, message, leftovers, left }
}

/** How long after it is there a container is listed, in milliseconds. */
const LATE = 300

it('passes where the containers are listed, some of them late', async () => {
  expect(await judged('lists')).toMatchObject({ verdict: 'pass', leftovers: [], left: [] })
  expect(await judged('lists late')).toMatchObject({ verdict: 'pass', leftovers: [], left: [] })
})

it('passes where other reads show a container later than the list does', async () => {
  expect(await judged('reads older copies')).toMatchObject({ verdict: 'pass', leftovers: [], left: [] })
})

it('passes where a create takes no appName', async () => {
  expect(await judged('refuses an appName')).toMatchObject({ verdict: 'pass', leftovers: [], left: [] })
})

it('leaves it open where no list shows what was deployed', async () => {
  const { verdict, message } = await judged('lists none')
  expect(verdict).toBe('inconclusive')
  expect(message).toContain('no list shows a container of what was deployed')
})

it('accuses nobody of what happened once and not again', async () => {
  const { verdict, message } = await judged('stops another once')
  expect({ verdict, message }).toEqual({
    verdict: 'inconclusive',
    message: expect.stringContaining('seen once') as string,
  })
})
