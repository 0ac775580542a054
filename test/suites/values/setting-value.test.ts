import { describe, expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { spelledLike } from '../../../fixtures/payload/find.ts'
import { alikeTexts, censusValues, isWrittenAnew, settingValue } from '../../../suites/values/setting-value.ts'

const field = (id: 'settings.updateProxyConfig' | 'settings.writeProxyEnv' | 'settings.toggleRequests') =>
  operation(id).body?.fields[0]

describe('a setting', () => {
  it('is found in responses of several shapes', () => {
    expect(settingValue('text', field('settings.updateProxyConfig'))).toBe('text')
    expect(settingValue({ data: { proxyConfig: 'a', at: 'b' } }, field('settings.updateProxyConfig'))).toBe('a')
    expect(settingValue({ on: false }, field('settings.toggleRequests'))).toBe(false)
    expect(settingValue({ a: 'a', b: 'b' }, field('settings.updateProxyConfig'))).toBeUndefined()
  })

  it('gets two values that keep what was there, and neither is it', () => {
    const values = censusValues('old: 1\n', field('settings.updateProxyConfig'), ['one', 'two'])
    expect(new Set([...values, 'old: 1\n']).size).toBe(3)
    for (const value of values) expect(value).toMatch(/^old: 1\n/)
    expect(censusValues(true, field('settings.toggleRequests'), [])).toEqual([false, true])
  })

  it('of the environment gets variables, not comments', () => {
    const values = censusValues('A=1', field('settings.writeProxyEnv'), ['one', 'two'])
    for (const value of values)
      expect(value).toMatch(/^A=1\n(?:(?:TOUCHSTONE|TOUCHSTONE_TOO|Touchstone_2)=[\w=-]+\n?)+$/)
  })
  it('has two variables in one of the two, so that one line of all shows', () => {
    const [long] = censusValues('', field('settings.writeProxyEnv'), ['one', 'two'])
    expect(String(long).trim().split('\n')).toHaveLength(2)
  })
  it('holds in a variable an equals sign, small letters in its name, and is longer than 1,500 characters', () => {
    const [long, odd] = censusValues('A=1', field('settings.writeProxyEnv'), ['ts-run-settings-0001', 'two'])
    expect(String(long).length).toBeGreaterThan(1500)
    expect(odd).toContain('Touchstone_2=two=')
  })
  it('gets values that end with a line end, and without one', () => {
    const values = censusValues('A=1', field('settings.writeProxyEnv'), ['one', 'two'])
    expect(values.map((value) => String(value).endsWith('\n'))).toEqual([true, false])
  })
})

it('texts are alike but for white space at ends of lines, and an environment but for the order of its lines', () => {
  expect(alikeTexts('proxyConfig', 'a\n  b \n', 'a\r\n  b')).toBe(true)
  expect(alikeTexts('proxyConfig', 'a\nb', 'b\na')).toBe(false)
  expect(alikeTexts('env', 'A=1\n\nB=2', 'B=2\nA=1')).toBe(true)
  expect(alikeTexts('proxyConfig', 'a\n  b', 'a\nb')).toBe(false)
  expect(alikeTexts('proxyConfig', 'a\nb', 'a')).toBe(false)
})

it.each([
  ['# a\nx:\n  y: "1"\n', 'x: {y: 1}\n', true],
  ['# a\nx: 1\n', '# b\nx: 1\n', false],
  ['# a\nx: 1\n', 'x: 2\n', false],
  ['# a\nx: <b>\n', 'x: &lt;b&gt;\n', false],
  ['x: 1\n', 'x: 1', false],
])('%j shown as %j is written anew: %s', (written, kept, anew) => {
  expect(isWrittenAnew(written, kept)).toBe(anew)
})

it('a name is spelt almost like another that differs by case, underscores or one letter', () => {
  expect(spelledLike({ accessedProjects: [] }, 'accesedProjects')).toEqual(['accessedProjects'])
  expect(spelledLike({ user: { can_access_to_api: true } }, 'canAccessToAPI')).toEqual(['can_access_to_api'])
  expect(spelledLike({ canDeleteProjects: true, accesedProjects: [] }, 'accesedProjects')).toEqual([])
})
