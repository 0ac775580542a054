import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { addRunOptions, type RunFlags } from '../../../cli/options/flags.ts'

const parsed = (...args: readonly string[]) =>
  addRunOptions(new Command()).parse(args, { from: 'user' }).opts<RunFlags>()

describe('an option that takes several values', () => {
  test.each([
    ['spaces', ['--allow', 'deploy', 'host']],
    ['commas', ['--allow', 'deploy,host']],
    ['commas and spaces', ['--allow', 'deploy, host']],
    ['the option again', ['--allow', 'deploy', '--allow', 'host']],
  ])('takes them apart by %s', (_, args) => {
    expect(parsed(...args).allow).toEqual(['deploy', 'host'])
  })

  test('is not given where its name does not stand', () => {
    expect(parsed('--only', 'sqla.*,sqlb.*')).toMatchObject({ only: ['sqla.*', 'sqlb.*'] })
    expect(parsed().only).toBeUndefined()
  })
})
