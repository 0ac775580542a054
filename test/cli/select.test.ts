import { expect, test } from 'vitest'
import { UsageError } from '../../fixtures/errors.ts'
import { compileSelection } from '../../suites/run/select.ts'

const operations = ['application.create', 'application.one', 'sqla.create', 'sqla.one', 'sqlb.create']
const checks = ['auth/no-header', 'auth/wrong-token', 'media/json']
const known = { groups: ['application', 'sqla', 'sqlb'], operations, checks }

/** What is selected, as result ids. */
function selected(only: readonly string[], skip: readonly string[] = []): readonly string[] {
  const wanted = compileSelection(only, skip, known)
  return operations.flatMap((id) => checks.filter((check) => wanted(id, check)).map((check) => `${id} ${check}`))
}
const all = operations.flatMap((id) => checks.map((check) => `${id} ${check}`))
const those = (test: (id: string) => boolean) => all.filter(test)

test.each<[only: readonly string[], skip: readonly string[], holds: (id: string) => boolean]>([
  [[], [], () => true],
  [['*'], [], () => true],
  [['sqla'], [], (id) => id.startsWith('sqla.')],
  [['sqla.*'], [], (id) => id.startsWith('sqla.')],
  [['sql*'], [], (id) => id.startsWith('sql')],
  [['*.create'], [], (id) => id.includes('.create ')],
  [['sqla', 'application.one'], [], (id) => id.startsWith('sqla.') || id.startsWith('application.one')],
  [['auth'], [], (id) => id.includes(' auth/')],
  [['auth/*'], [], (id) => id.includes(' auth/')],
  [['auth/no-header', 'media/json'], [], (id) => !id.endsWith('wrong-token')],
  [['application.*', 'auth/*'], [], (id) => id.startsWith('application.') && id.includes(' auth/')],
  [['sqla.create auth/no-header'], [], (id) => id === 'sqla.create auth/no-header'],
  [['sqla.create auth/*', 'sqlb'], [], (id) => id.startsWith('sqla.create auth/') || id.startsWith('sqlb.')],
  [[], ['auth/*'], (id) => id.includes('media/')],
  [[], ['sqla', 'media'], (id) => !id.startsWith('sqla.') && !id.includes('media/')],
  [['sqla'], ['sqla.one media/json'], (id) => id.startsWith('sqla.') && id !== 'sqla.one media/json'],
])('--only %j and --skip %j select the results that their patterns name', (only, skip, holds) => {
  expect(selected(only, skip)).toEqual(those(holds))
})

test.each([
  ['sqla.crate', 'sqla.create'],
  ['aplication', 'application'],
  ['auth/no-heder', 'auth/no-header'],
  ['sqla.create auth/no-heder', 'auth/no-header'],
  ['sqla.crate auth/no-header', 'sqla.create'],
  ['SQLA', 'sqla'],
  ['application+one', 'application.one'],
])('%s matches nothing, and the nearest is %s', (pattern, nearest) => {
  expect(() => selected([pattern])).toThrow(UsageError)
  expect(() => selected([], [pattern])).toThrow(`the nearest is '${nearest}'`)
})
