/** Listings of directories, in the forms in which servers write them. */
import { describe, expect, it } from 'vitest'
import { likelyPathsIn, pathsIn } from '../../../suites/values/paths.ts'

describe('the paths that a listing shows', () => {
  it.each<[form: string, listing: unknown]>([
    ['entries with a path', [{ path: '/etc/proxy/proxy.yml' }, { path: '/etc/proxy/dynamic/app.yml' }]],
    ['a list of texts', ['/etc/proxy/proxy.yml', '/etc/proxy/dynamic/app.yml']],
    [
      'lists of texts under directories',
      {
        items: [
          { directory: '/etc/proxy', files: ['/etc/proxy/proxy.yml'] },
          { directory: '/etc/proxy/dynamic', files: ['/etc/proxy/dynamic/app.yml'] },
        ],
        total: 2,
      },
    ],
    [
      'a tree of entries with paths',
      { path: '/etc/proxy', children: [{ path: '/etc/proxy/proxy.yml' }, { path: '/etc/proxy/dynamic/app.yml' }] },
    ],
  ])('are those of %s', (_form, listing) => {
    expect(pathsIn(listing)).toEqual(['/etc/proxy/proxy.yml', '/etc/proxy/dynamic/app.yml'])
    expect(likelyPathsIn(listing)).toEqual(pathsIn(listing))
  })

  it.each<[what: string, listing: unknown]>([
    ['directories', ['/etc/proxy', '/etc/proxy/dynamic/']],
    ['texts that are no paths', [{ path: 'see https://example.invalid/a.html for more' }, 'a sentence. Another']],
    ['nothing', null],
  ])('are none of %s', (_what, listing) => {
    expect(likelyPathsIn(listing)).toEqual([])
  })
})

describe('the paths that a listing of names stands for', () => {
  it.each<[form: string, listing: unknown]>([
    [
      'names under the path of their directory',
      [
        { path: '/etc/proxy/', files: ['proxy.yml'] },
        { path: '/etc/proxy/dynamic', files: [{ name: 'app.yml', size: 12 }] },
      ],
    ],
    ['names by the path of their directory', { '/etc/proxy': ['proxy.yml'], '/etc/proxy/dynamic': ['app.yml'] }],
    [
      'a tree of names',
      {
        name: '/etc/proxy',
        type: 'directory',
        children: [
          { name: 'proxy.yml', type: 'file' },
          { name: 'dynamic', type: 'directory', children: [{ name: 'app.yml', type: 'file' }] },
        ],
      },
    ],
  ])('are those of %s', (_form, listing) => {
    expect(pathsIn(listing)).toEqual([])
    expect(likelyPathsIn(listing)).toEqual(['/etc/proxy/proxy.yml', '/etc/proxy/dynamic/app.yml'])
  })

  it('begin with the name of the first directory where no path is shown', () => {
    expect(likelyPathsIn({ name: 'dynamic', files: [{ name: 'app.yml' }] })).toEqual(['dynamic/app.yml'])
  })
})
