/** An update that lists its record alone, on a server that wants something to update. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

const stand = {
  variants: ['params/something-to-update'],
  options: { only: ['sqla.*', 'mounts.*'], skip: ['fuzz/*'] },
}
const isUpdate = ({ operation }: { readonly operation: string }) => operation.endsWith('.update')

it('is judged by requests that carry what it naturally takes', async () => {
  const { results } = await runOn(stand)
  const open = results.filter((one) => isUpdate(one) && one.verdict !== 'pass')
  expect(open.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    'sqla.update params/listed-suffice inconclusive',
    'mounts.update params/listed-suffice inconclusive',
  ])
})
