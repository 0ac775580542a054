import { expect, test } from 'vitest'
import { refusedAsTyped } from '../../../../suites/checks/params/refused-as-typed.ts'
import type { Tried } from '../../../../suites/evidence/variations/variation.ts'
import { profileWith } from '../../exchanges.ts'
import { failure, success, tried } from '../../red/pair.ts'

const sent = (of: string, exchange: Tried['exchange'], taken = false): Tried => {
  const one = tried('wrong-type', { exchange, taken }, 'an object')
  return { ...one, variation: { ...one.variation, of } }
}
const unknown = (message = 'There is no project') => failure(404, 'NOT_FOUND', message)
const invalid = (message: string) => failure(400, 'BAD_REQUEST', message)
const votersOf = (...all: readonly Tried[]) =>
  refusedAsTyped({ profile: profileWith() }, all).map(({ variation }) => variation.of)

test('an identifier that is refused as one that nobody has says nothing of its type', () => {
  expect(votersOf(sent('projectId', unknown()), sent('name', invalid('name must be a string')))).toEqual(['name'])
})

test('one that is refused for its type, or taken, does, and so does any other field', () => {
  expect(
    votersOf(
      sent('projectId', invalid('projectId must be a string')),
      sent('betaId', success(), true),
      sent('name', unknown()),
    ),
  ).toEqual(['projectId', 'betaId', 'name'])
})

test('where all refusals are of one sort, the message decides', () => {
  const name = sent('name', unknown('name must be a string'))
  expect(votersOf(name, sent('projectId', unknown('projectId must be a string')))).toEqual(['name', 'projectId'])
  expect(votersOf(name, sent('projectId', unknown('There is no application with that identifier')))).toEqual(['name'])
})
