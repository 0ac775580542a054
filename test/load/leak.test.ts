/** A fault that only a long load shows: in a file of its own, since it takes as long as many others. */
import { expect, it } from 'vitest'
import { withK6 } from './k6.ts'
import { killers } from './killers.ts'
import { load, target } from './run.ts'

withK6('faults that only load shows', () => {
  it('that leak are seen in a soak', async () => {
    const { file } = await target({ faults: ['load/leak'] })
    // An hour of the default rate in less time: so many reads that what leaks outweighs what a slow machine does.
    const soak = ['--profile', 'soak', '--rate', '80', '--duration', '30s']
    const { code, out, report } = await load(['--target', file, ...soak])
    expect(code, out).toBe(1)
    expect(killers(report(), 'load/leak')).toEqual(['load/steady'])
  })
})
