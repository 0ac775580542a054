/** Legal ways of several kinds on one server, as real servers have them, or of a part that is judged alone: all were once held against it. */
import { expect, test } from 'vitest'
import { outcomeOf } from '../judged.ts'

test.each([
  {
    variants: ['params/any-body-where-nothing-is-sought', 'reads/nested-copies'],
    only: ['fuzz/lenient'],
    fuzz: 5,
  },
  // Of one create a single integer is sent, and it takes any value.
  {
    variants: ['params/any-body-where-nothing-is-sought', 'reads/nested-copies'],
    only: ['params/wrong-type'],
    fuzz: 0,
  },
  { variants: ['host/no-containers', 'errors/stamped'], only: ['engine.*'], fuzz: 0 },
  // The one integer of a group, among texts that are not converted.
  { variants: ['params/digits-converted'], only: ['kvstore'], fuzz: 0 },
  // Numbers become identifiers that nobody has, but for a few that nothing is sought by.
  { variants: ['params/numbers-as-texts'], only: ['params/wrong-type'], fuzz: 0 },
  // The container of the target file is not there, which null says.
  { variants: ['host/no-containers', 'reads/null-for-missing'], only: ['engine.*'], fuzz: 0 },
  // A request with an odd body makes an invitation, which ends the one that is asked for next.
  { variants: ['writes/lenient', 'habits/one-invitation'], only: ['admin.*', 'user.*'], fuzz: 0 },
  // Two fields have a default, and what tells of a third is gone.
  {
    variants: ['ids/uuid', 'params/some-optional', 'writes/answer-null', 'host/registry-away'],
    only: ['params/missing-required'],
    fuzz: 0,
  },
])('a server with $variants is accused of nothing', async ({ variants, only, fuzz }) => {
  const { results } = await outcomeOf({ variants }, { only, fuzz })
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(50)
  expect(results.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict))).toEqual([])
})

test('what a stop has removed is not held against an action of the host', async () => {
  const only = ['settings.cleanAll', 'settings.reloadProxy', 'compose.stop']
  const { results } = await outcomeOf({ faults: ['census/kept-stop'] }, { only, fuzz: 0 })
  const accusations = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id)
  expect(accusations).toContain('compose.stop census/kept')
  expect(accusations.filter((id) => !id.startsWith('compose.stop '))).toEqual([])
})

test.each(['values/dropped-config', 'settings/truncated'])(
  'the fault %s is seen through a wrapping that always says the same',
  async (fault) => {
    const only = ['application.updateProxyConfig', 'settings.updateProxyConfig']
    const { results } = await outcomeOf(
      { faults: [fault], variants: ['answers/data-and-constants'] },
      { only, fuzz: 0 },
    )
    expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').length).toBeGreaterThan(0)
  },
)

test('a target that cannot read a bare token as a cookie is asked with one that has a name', async () => {
  const { results } = await outcomeOf({ variants: ['limits/strict-cookies'] }, { only: ['auth/token-in-*'], fuzz: 0 })
  const cookies = results.filter(({ check }) => check === 'auth/token-in-cookie')
  expect(cookies.length).toBeGreaterThan(100)
  expect(results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped')).toEqual([])
})
