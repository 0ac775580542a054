/** An update that lists its record alone, on a server that wants something to update. */
import { expect, it } from 'vitest'
import { runOn, type Stand } from './standing.ts'

const variants = ['params/something-to-update']
const only = ['sqla.*', 'mounts.*']

/** What of the updates is no pass. */
async function open(stand: Stand): Promise<readonly string[]> {
  const { results } = await runOn({ variants, options: { only, skip: ['fuzz/*'] }, ...stand })
  const told = results.filter(({ operation, verdict }) => operation.endsWith('.update') && verdict !== 'pass')
  return told.map(({ id, verdict }) => `${id} ${verdict}`)
}

it('is judged by requests that carry what it naturally takes', async () => {
  expect(await open({})).toEqual([
    'sqla.update params/listed-suffice inconclusive',
    'mounts.update params/listed-suffice inconclusive',
  ])
})

it('is told that it fails on what is listed alone, and judged by the same requests', async () => {
  // As a query without a value to set does.
  const between: Stand['between'] = async (request, next) => {
    const response = await next(request)
    if (response.status !== 400 || !(await response.clone().text()).includes('nothing to update')) return response
    return new Response(await response.text(), { status: 500, headers: response.headers })
  }
  expect(await open({ between })).toEqual([
    'sqla.update errors/server-error warn',
    'sqla.update params/listed-suffice inconclusive',
    'mounts.update errors/server-error warn',
    'mounts.update params/listed-suffice inconclusive',
  ])
})
