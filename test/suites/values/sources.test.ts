import { expect, test } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { holdsOneSource, rivalsOf } from '../../../suites/values/sources.ts'

const save = operation('application.saveAlphaProvider')
const lost = { field: 'betaBranch', before: 'main', after: null }

test('a save that empties all other sources holds one source', () => {
  expect(holdsOneSource(save, [lost], { owner: 'me', betaBranch: null, gammaOwner: '' })).toBe(true)
})

test('a save that loses one field of a source and keeps another does not', () => {
  expect(holdsOneSource(save, [lost], { betaBranch: null, betaOwner: 'me' })).toBe(false)
})

test('nor does one that loses a name, writes another value, or is no save of a source', () => {
  expect(holdsOneSource(save, [lost, { field: 'name', after: null }], {})).toBe(false)
  expect(holdsOneSource(save, [{ ...lost, after: 'other' }], { betaBranch: 'other' })).toBe(false)
  expect(holdsOneSource(operation('application.update'), [lost], {})).toBe(false)
})

test('the rivals of a field are the saves of other sources', () => {
  expect(rivalsOf('application', 'owner').map(({ name }) => name)).toEqual([
    'saveBetaProvider',
    'saveGammaProvider',
    'saveImageProvider',
    'saveGitProdiver',
  ])
  expect(rivalsOf('application', 'name')).toEqual([])
})
