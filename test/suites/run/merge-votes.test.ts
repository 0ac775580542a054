/** What the shards of a run come to when they are joined: what the whole run says. */
import { beforeAll, describe, expect, it } from 'vitest'
import { endingOf } from '../../../reports/model/exit-code.ts'
import { mergeReports } from '../../../reports/merge/merge.ts'
import { buildReport } from '../../../reports/model/report.ts'
import type { StartOptions } from '../../../fixtures/reference/serve.ts'
import type { Report } from '../../../schemas/report.ts'
import type { RunOptions } from '../../../schemas/target.ts'
import { tallyMerged } from '../../../suites/run/merge-votes.ts'
import { Session } from '../../../suites/run/session.ts'
import { noJournal } from '../../../fixtures/journal.ts'
import { judged } from '../../judged.ts'

const SHARDS = 2

/** What votes are asked about, and a monitor. */
const over = { only: ['params', 'values', 'media'], fuzz: 0, settleMs: 0, restarts: false }

async function reportOf(start: StartOptions, more: Partial<RunOptions> = {}): Promise<Report> {
  const { server, options } = await judged(start, { ...over, ...more })
  try {
    const outcome = await new Session(options, noJournal, { progress() {} }).run()
    const ending = endingOf(outcome, { bail: false, failOn: 'fail' })
    const moment = new Date()
    const said = { touchstone: '0', options, failOn: 'fail', started: moment, ended: moment } as const
    return buildReport(outcome, ending, said)
  } finally {
    await server.close()
  }
}

async function bothOf(start: StartOptions) {
  const whole = await reportOf(start)
  const shard = (index: number) => reportOf(start, { shard: { index, count: SHARDS } })
  const [first, second] = [await shard(1), await shard(2)]
  return {
    whole,
    parts: [first, second] as const,
    merged: mergeReports([first, second], undefined, tallyMerged).report,
  }
}

const verdicts = ({ results }: Report) => Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]))
const clauses = ({ coverage }: Report) => Object.fromEntries(coverage.clauses.map(({ id, verdict }) => [id, verdict]))

describe.each<[string, StartOptions, readonly string[]]>([
  ['the reference server', {}, []],
  ['a server that does without some fields', { variants: ['params/some-optional'] }, []],
  [
    'a server on which one field of few like it has a default',
    { faults: ['params/port-defaulted'] },
    ['port.create params/missing-required'],
  ],
])('the joined shards of %s', (_what, start, accused) => {
  let both: Awaited<ReturnType<typeof bothOf>>
  beforeAll(async () => {
    both = await bothOf(start)
  }, 300_000)

  it('have the verdicts of the whole run, result by result', () => {
    expect(verdicts(both.merged)).toEqual(verdicts(both.whole))
    expect(clauses(both.merged)).toEqual(clauses(both.whole))
    expect(both.merged.totals).toEqual(both.whole.totals)
  })

  it('accuse what the whole run accuses, with what showed it', () => {
    const found = both.merged.results.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail')
    expect(found.map(({ id }) => id)).toEqual(accused)
    for (const { evidence } of found) expect(evidence).not.toEqual([])
  })

  it('came of votes that only the shards hold', () => {
    expect(both.parts.every(({ results }) => results.some(({ votes }) => votes !== undefined))).toBe(true)
    for (const { results } of [both.whole, both.merged])
      expect(results.filter(({ votes }) => votes !== undefined)).toEqual([])
  })

  it('say what came of each question as the whole run does', () => {
    // A question may hold a word that the whole run has learned to be a secret: it is counted all the same.
    const counts = ({ observed }: Report) =>
      Object.values(Object(observed['ways']) as object)
        .map((one) => JSON.stringify(one))
        .toSorted()
    expect(counts(both.merged)).toEqual(counts(both.whole))
  })
})
