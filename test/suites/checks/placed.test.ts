import { expect, it } from 'vitest'
import { placedChecks } from '../../../suites/checks/placed.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import type { SceneRecord } from '../../../suites/scene/made.ts'
import { caseOf } from '../cases.ts'
import { success } from '../red/pair.ts'

/** A mount that was made for a service, as a read shows it. */
const mount = (serviceId: string, fields: Readonly<Record<string, unknown>>): SceneRecord => ({
  kind: 'mount',
  name: '',
  id: `mount-of-${serviceId}`,
  references: {},
  made: success(),
  shown: success({ mountId: `mount-of-${serviceId}`, ...fields }),
  written: new Map([['serviceId', serviceId]]),
  alive: false,
})

/** Whether it is a breach that mounts are shown so. */
function isBreach(...placed: readonly SceneRecord[]): boolean {
  try {
    placedChecks[0]?.prove(caseOf({ placed: { records: placed } }))
    return false
  } catch (thrown) {
    return thrown instanceof Breach
  }
}

const own = mount('a', { serviceId: 'a' })

it('a parent that is null is a breach where others of the kind show theirs', () => {
  expect(isBreach(own, mount('b', { serviceId: 'b' }))).toBe(false)
  expect(isBreach(own, mount('b', { serviceId: null }))).toBe(true)
})

it('a parent that no record shows, or that stands under another name, is none', () => {
  expect(isBreach(mount('a', { serviceId: null }), mount('b', { serviceId: null }))).toBe(false)
  expect(isBreach(own, mount('b', { serviceId: null, sqlaId: 'b' }))).toBe(false)
  expect(isBreach(own, mount('b', {}))).toBe(false)
})

it('a read that fails hides no mount that may still be there', () => {
  const prove = (...isThere: readonly (boolean | null)[]) =>
    placedChecks[1]?.prove(
      caseOf({ placed: { records: [], deleted: isThere.map((one) => ({ exchanges: [success()], isThere: one })) } }),
    )
  expect(() => prove(false, false)).not.toThrow()
  expect(() => prove(false, null)).toThrow(Inconclusive)
  expect(() => prove()).toThrow(Inconclusive)
  expect(() => prove(null, true)).toThrow(Breach)
})
