/** Pods of the k6-operator that fail, that find something, or whose logs are not there. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { withK6 } from './k6.ts'
import { loaded, small } from './operator.ts'
import { target } from './run.ts'

withK6('pods of a load that the k6-operator runs', () => {
  it.each([
    ['the token is wrong', {}, 'no-such-token-0123456789'],
    ['nobody listens', { baseUrl: 'http://127.0.0.1:9' }, ''],
    [
      'the project is unknown',
      { identifiers: { projectId: 'nobody', environmentId: 'nobody', templateId: 'none' } },
      '',
    ],
  ])('fail, each of them, where %s', async (_, more, token) => {
    const { server, file } = await target({}, more)
    const { codes, merged } = await loaded(['--target', file, ...small, '--parallelism', '2'], token || server.token)
    for (const code of codes) expect(code).not.toBe(0)
    expect(merged.code, merged.out).toBe(3)
  })

  it('tell what they found, and one whose log is not there is missed', async () => {
    const { server, file } = await target({ faults: ['media/busy-page'] })
    const { logs, codes, merged, report } = await loaded(
      ['--target', file, ...small, '--parallelism', '2'],
      server.token,
    )
    expect(codes).toContain(99)
    expect(merged.code, merged.out).toBe(1)
    expect(report().results.find(({ id }) => id === 'application.deploy load/media-type')?.verdict).toBe('fail')
    const half = await touchstone(['merge', '--logs', logs[0] ?? '', '--out', emptyFolder()])
    expect([half.code, half.out]).toEqual([3, expect.stringMatching(/the logs of 1 of 2 parts are missing/)])
    const cut = join(emptyFolder(), 'cut.log')
    const lines = logs.flatMap((log) => readFileSync(log, 'utf8').split('\n'))
    const gone = lines.findIndex((line) => line.includes('"phase":"load"'))
    writeFileSync(cut, lines.filter((_line, at) => at !== gone).join('\n'))
    const short = await touchstone(['merge', '--logs', cut, '--out', emptyFolder()])
    expect([short.code, short.out]).toEqual([3, expect.stringMatching(/1 of \d+ journeys are missing in the logs/)])
  })
})
