/** A run finds a file of the host, in whatever form its directories are listed, and writes to it. */
import { expect, it } from 'vitest'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { run, standing } from './standing.ts'

const parted = (path: string) => ({ folder: path.slice(0, path.lastIndexOf('/')), name: path.split('/').at(-1) ?? '' })

it.each<[form: string, of: (paths: readonly string[]) => unknown]>([
  ['a list of paths', (paths) => paths],
  ['lists of paths under directories', (paths) => ({ items: [{ directory: '/etc', files: paths }], total: 1 })],
  [
    'names under directories',
    (paths) => paths.map(parted).map(({ folder, name }) => ({ path: folder, files: [{ name }] })),
  ],
  ['names by directory', (paths) => Object.fromEntries(paths.map(parted).map(({ folder, name }) => [folder, [name]]))],
])('writes to a file that is shown in %s', async (_form, of) => {
  const written: string[] = []
  const stand = await standing({
    async between(request, next) {
      const { pathname } = new URL(request.url)
      if (pathname === '/settings.updateProxyFile' && request.method === 'POST')
        written.push(await request.clone().text())
      const response = await next(request)
      if (pathname !== '/settings.readDirectories' || !response.ok) return response
      return Response.json(
        of(textsIn(await response.json()).filter((text) => /\.ya?ml$/.test(text) && text.includes('/'))),
      )
    },
    options: { only: ['settings.updateProxyFile settings/shown'] },
  })
  const { results, leftovers } = await run(stand)
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass'])
  expect(leftovers).toEqual([])
  expect(written.length).toBeGreaterThan(1)
})
