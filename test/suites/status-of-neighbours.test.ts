/** A stop whose job moves neighbours along, which may have stopped while the record that was named is still on its way. */
import { expect, it } from 'vitest'
import type { Store } from '../../fixtures/reference/store.ts'
import { run, standing } from './standing.ts'

const isApplication = (path: string) => path.endsWith('/application.one')

/** What became of census/others, where a stop moves all applications, or its own one alone. */
async function verdictWhere(moves: 'all' | 'one') {
  const held: { store?: Store } = {}
  const show = (id: string, applicationStatus: string) => {
    const record = held.store?.records.application.get(id)
    if (record) held.store?.records.application.set(id, { ...record, applicationStatus })
  }
  const onItsWay = new Set<string>()
  const stand = await standing({
    async between(request, next) {
      const { pathname, searchParams } = new URL(request.url)
      const named = /"applicationId":"([^"]+)"/.exec(await request.clone().text())?.[1]
      const response = await next(request)
      const read = searchParams.get('applicationId')
      // The first look shows it on its way, all others show it where it comes to stand.
      if (isApplication(pathname) && read !== null && onItsWay.delete(read)) show(read, 'stopped')
      if (!pathname.endsWith('/application.stop') || !response.ok || named === undefined) return response
      if (moves === 'all') for (const [id] of held.store?.records.application.entries() ?? []) show(id, 'stopped')
      show(named, 'stopping')
      onItsWay.add(named)
      return response
    },
    options: { only: ['application'], skip: ['fuzz/*'] },
  })
  held.store = stand.store
  const { results } = await run(stand)
  return results.find(({ id }) => id === 'application.stop census/others')?.verdict
}

it('warns of a stop that stops neighbours, though they had stopped before the record that it names', async () => {
  expect(await verdictWhere('all')).toBe('warn')
})

it('passes a stop that stops its own record alone, in two steps', async () => {
  expect(await verdictWhere('one')).toBe('pass')
})
