import { describe, expect, it } from 'vitest'
import { Beside } from '../../suites/prove/beside.ts'
import type { Job, Judged } from '../../suites/prove/job.ts'

const FALSE = 'media/content-type'

/** Threads on which a run of this selection alone is accused, and what they were asked to run. */
function threads(accused: (only: readonly string[]) => boolean) {
  const runs: (readonly string[])[] = []
  const wires: (boolean | undefined)[] = []
  const run = ({ only, wire }: Job): Promise<Judged> => {
    runs.push(only)
    wires.push(wire)
    const said = accused(only)
      ? [{ id: `port.one ${FALSE}`, check: FALSE, verdict: 'fail' as const, message: 'no' }]
      : []
    return Promise.resolve({ said, trouble: [], requests: 1 })
  }
  return { runs, wires, threads: { run, close: () => Promise.resolve() } }
}

const selections = Array.from({ length: 70 }, (_, at) => [`port.* check/${String(at).padStart(2, '0')}`])

describe('the unfaulted server beside faulted ones', () => {
  it('is judged by 64 selections in one run, and by each of them once', async () => {
    const { runs, threads: all } = threads(() => false)
    const beside = new Beside(all, { seed: 1 }, false)
    const found = await Promise.all([...selections, ...selections].map((only) => beside.accusations(only)))
    expect(found.flat()).toEqual([])
    expect(runs.map(({ length }) => length)).toEqual([64, 6])
    expect(runs.flat().toSorted()).toEqual(selections.flat())
  })

  it('is judged over a wire where those beside it are', async () => {
    const { threads: all, runs, wires } = threads(() => false)
    const beside = new Beside(all, { seed: 1 }, false)
    await Promise.all(selections.slice(0, 4).map((only, at) => beside.accusations(only, true, at % 2 === 1)))
    expect(runs.map((only) => only.toSorted())).toEqual([
      [...(selections[0] ?? []), ...(selections[2] ?? [])],
      [...(selections[1] ?? []), ...(selections[3] ?? [])],
    ])
    expect(wires).toEqual([false, true])
  })

  it('is judged by each selection alone where something is said of several', async () => {
    const { threads: all, runs } = threads((only) => only.includes('port.* check/03'))
    const beside = new Beside(all, { seed: 1 }, false)
    const found = await Promise.all(selections.map((only) => beside.accusations(only)))
    expect(found.map(({ length }) => length)).toEqual(selections.map((_, at) => (at === 3 ? 1 : 0)))
    expect(runs).toHaveLength(2 + 64)
    expect(await beside.all()).toHaveLength(1)
  })

  it('is judged by each selection alone where each fault is', async () => {
    const { threads: all, runs } = threads(() => false)
    const beside = new Beside(all, { seed: 1 }, true)
    await Promise.all(selections.map((only) => beside.accusations(only)))
    expect(runs).toEqual(selections)
  })
})
