import { describe, expect, it } from 'vitest'
import type { Entry } from '../../fixtures/journal.ts'
import { unfinished } from '../../suites/run/cleanup.ts'

const setting = { kind: 'requests', name: 'settings.toggleRequests' } as const
const write = (enable: boolean): Entry => ({ event: 'write', ...setting, before: { enable } })
const restored = (enable?: boolean): Entry => ({
  event: 'restored',
  ...setting,
  ...(enable === undefined ? {} : { before: { enable } }),
})
const toPutBack = (...entries: readonly Entry[]) => unfinished(entries).settings.map(({ body }) => body)

describe('a setting that an interrupted run wrote', () => {
  it('is put back to what stood there before the first write', () => {
    expect(toPutBack(write(false), write(true))).toEqual([{ enable: false }])
  })

  it('is put back to that, though the run itself has put back what it wrote first', () => {
    expect(toPutBack(write(false), write(true), restored(true))).toEqual([{ enable: false }])
    expect(toPutBack(write(false), write(true), restored(true), write(true))).toEqual([{ enable: false }])
  })

  it.each([
    ['what stood there first was put back', [write(false), write(true), restored(true), restored(false)]],
    ['an older journal says that it was put back, and not to what', [write(false), restored()]],
    ['it was never written', []],
  ])('is left alone where %s', (_, entries) => {
    expect(toPutBack(...entries)).toEqual([])
  })
})
