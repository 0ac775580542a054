/** What a run leaves on a server that keeps the specification counts against the proof. */
import { expect, it } from 'vitest'
import { leftOn } from '../../suites/prove/job.ts'

const left = [{ kind: 'sqla', name: 'ts-1', id: null, why: 'its delete was not answered with success' }] as const

it.each([
  ['nothing else', {}],
  ['a variant', { variants: ['creates/nested'] }],
])('with %s, what is left is trouble', (_, job) => {
  expect(leftOn(left, job)).toEqual(['left sqla ts-1: its delete was not answered with success'])
  expect(leftOn([], job)).toEqual([])
})

it.each([
  ['a fault', { faults: ['exists/no-mounts.remove'] }],
  ['a variant that writes by itself', { variants: ['habits/config-written-along', 'creates/nested'] }],
])('with %s it is none', (_, job) => expect(leftOn(left, job)).toEqual([]))
