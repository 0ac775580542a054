/** Creates, updates, reads and deletes at once, on the same and on different records (docs/judgement.md, rule 10). */
import fc from 'fast-check'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { Breach } from '../claim/finding.ts'
import { TrackedRecords, type TrackedRecord } from './tracked-records.ts'
import { lifeCost, RACE, type Part } from './part.ts'
import { search, seedOf, type Again, type Broken, type Searched } from './search.ts'
import type { Body, Stage } from './stage.ts'
import { bodyOf, racing, rehearse, type Writer } from './writers.ts'

/** Requests of a race at most, and records that stand there when it begins. */
const MOST = 8
const RECORDS = 2
/** Writers that a race sends to each of the records. */
const EACH = MOST / RECORDS
/** A race takes as many requests as so many payloads. */
const SHARE = 5

type Order = 'at once' | 'one after another'

interface Runner {
  readonly what: 'create' | 'write' | 'read' | 'delete'
  readonly which: number
  readonly how: number
}

const runners = (writers: number) =>
  fc.array(
    fc.record<Runner>({
      what: fc.constantFrom(
        ...(['read', 'create', ...(writers > 0 ? (['write', 'write', 'write'] as const) : []), 'delete'] as const),
      ),
      which: fc.nat({ max: RECORDS - 1 }),
      how: fc.nat({ max: Math.max(0, writers - 1) }),
    }),
    { minLength: 2, maxLength: MOST, size: 'max' },
  )

/** Every sort of race once: all write on one record, all write on others, creates and deletes among them. */
const examples = (writers: number): readonly (readonly Runner[])[] => {
  const many = (length: number, of: (at: number) => Runner) => Array.from({ length }, (_, at) => of(at))
  const write = (which: number, how: number): Runner => ({ what: 'write', which, how })
  const once = Math.min(writers, MOST)
  const kinds = [
    ...Array.from({ length: Math.min(writers, 6) }, (_, how) => many(4, () => write(0, how))),
    // Each once on one record, in either order: what one of them read first, and puts back, undoes the others.
    ...(writers > 1 ? [many(once, (at) => write(0, at)), many(once, (at) => write(0, once - 1 - at))] : []),
    ...Array.from({ length: Math.ceil(writers / EACH) }, (_, turn) =>
      many(MOST, (at) => write(at % RECORDS, (turn * EACH + Math.floor(at / RECORDS)) % writers)),
    ),
    many(8, (at): Runner => ({ what: at % 2 === 0 ? 'create' : 'read', which: at % RECORDS, how: 0 })),
    many(8, (at): Runner => ({ what: at === 3 ? 'delete' : at % 2 === 0 ? 'create' : 'read', which: 1, how: 0 })),
  ]
  return kinds
}

export const racePart: Part = {
  checks: [RACE],
  /** Of a race: two records, what is sent at once, and a read of each; most if all that is sent are creates. */
  cost(fuzzing) {
    const life = lifeCost(fuzzing)
    const around = RECORDS * (life + 1)
    const known = examples(racing(fuzzing.operation.act.kind)).map((runners) =>
      runners.reduce((sum, { what }) => sum + (what === 'create' ? life + 1 : 1), around),
    )
    const random = Math.max(0, Math.ceil(fuzzing.runs / SHARE) - known.length)
    return known.reduce((sum, one) => sum + one, random * (around + MOST * (life + 1)))
  },
}

/** Tries races between requests to records of the stage's kind. */
export async function tryRaces(stage: Stage, runs: number, again?: Again): Promise<Searched<readonly Runner[]>> {
  if (!stage.own) return { found: [], tried: 0, complete: true }
  const writers = (await rehearse(stage, stage.own)).filter((one) => shownBy(one).length > 0)
  const raced = async (race: readonly Runner[], shrinking: boolean, order: Order): Promise<Breach | null> => {
    const tracked = new TrackedRecords(stage, shrinking)
    try {
      for (let count = 0; count < RECORDS; count++) await tracked.make()
      return await run(tracked, race, writers, order)
    } finally {
      await tracked.leave()
    }
  }
  const judge = async (race: readonly Runner[], _wanted: unknown, shrinking: boolean): Promise<Broken | null> => {
    const breach = await raced(race, shrinking, 'at once')
    if (!breach) return null
    const also = await raced(race, shrinking, 'one after another')
    return { check: RACE, breach: also ? inAnyOrder(breach) : breach }
  }
  return search(
    {
      seed: seedOf(stage.caller.options.seed, `${stage.operation.id} race`),
      arbitrary: runners(writers.length) as fc.Arbitrary<readonly Runner[]>,
      examples: examples(writers.length),
      runs: Math.ceil(runs / SHARE),
      limitMs: stage.caller.options.fuzzMs,
      unbiased: true,
      again,
    },
    judge,
  )
}

/** What the same requests break one after another too has another cause than that they were sent at once. */
function inAnyOrder({ expected, got, exchanges, level, cause }: Breach): Breach {
  return new Breach({
    expected,
    got: `${got} (the same requests one after another break it too)`,
    exchanges,
    cause,
    ...(level ? { level } : {}),
  })
}

async function run(
  tracked: TrackedRecords,
  race: readonly Runner[],
  writers: readonly Writer[],
  order: Order,
): Promise<Breach | null> {
  const standing = [...tracked.records]
  const reads: { readonly subject: TrackedRecord; readonly exchange: Exchange }[] = []
  const written = new Set<TrackedRecord>()
  const writes: Raced[] = []
  const send = async ({ what, which, how }: Runner): Promise<void> => {
    if (what === 'create') return void (await tracked.make())
    const subject = standing[which % standing.length]
    if (!subject) return
    if (what === 'read') return void reads.push({ subject, exchange: await tracked.read(subject) })
    if (what === 'delete') return remove(tracked, subject)
    const writer = writers[how % writers.length]
    if (!writer) return
    written.add(subject)
    const body = bodyOf(tracked.stage, writer.operation, subject.record, writer.natural)
    const { caller } = tracked.stage
    const exchange = await caller.call({ operation: writer.operation, references: subject.record.references, body })
    tracked.log.push(exchange)
    const taken = caller.success(exchange)
    for (const field of shownBy(writer)) writes.push({ subject, field, value: body[field], taken })
  }
  if (order === 'one after another') for (const one of race) await send(one)
  const results = order === 'at once' ? await Promise.allSettled(race.map(send)) : []
  for (const one of results) if (one.status === 'rejected') throw one.reason
  noteRaced(tracked, writes)
  // What was written on while it was deleted may be either.
  for (const subject of written) if (subject.state === 'gone') subject.state = 'lost'
  return sameIds(tracked) ?? mixed(tracked, reads) ?? (await looks(tracked))
}

const shownBy = ({ fields, natural }: Writer): readonly string[] => (natural === null ? fields : [...fields, natural])

/** One value that a race wrote, and whether that was acknowledged. */
interface Raced {
  readonly subject: TrackedRecord
  readonly field: string
  readonly value: unknown
  readonly taken: boolean
}

/**
 * What may stand there after a race. Once a write of a field was acknowledged, one of the values written: what stood there before
 * is a write that was lost. Whatever a write was answered, its value may come to stand there.
 */
function noteRaced(tracked: TrackedRecords, writes: readonly Raced[]): void {
  for (const [subject, mine] of Map.groupBy(writes, (one) => one.subject))
    for (const [field, all] of Map.groupBy(mine, (one) => one.field)) {
      const values = all.map(({ value }) => value)
      const taken = all.some((one) => one.taken)
      // Where every write was refused there stands what stood there, and it may be that nobody knows what.
      tracked.hold(subject, field, (before) => (taken ? values : before.length > 0 ? [...before, ...values] : []))
    }
}

async function remove(tracked: TrackedRecords, subject: TrackedRecord): Promise<void> {
  if (subject.state !== 'alive') return
  subject.state = 'lost'
  await tracked.remove(subject)
}

function sameIds({ records, log }: TrackedRecords): Breach | null {
  // One that was deleted meanwhile may have left its identifier to a later one.
  const ids = records.flatMap(({ record, state }) => (record.alive && state === 'alive' ? [record.id] : []))
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice === undefined) return null
  const got = `the identifier ${twice} for two records made at once`
  return new Breach({
    level: 'MUST',
    expected: 'identifiers that differ',
    got,
    cause: 'the same identifier',
    exchanges: [...log],
  })
}

/** A response to a read that shows another record. */
function mixed(
  { stage, log, records }: TrackedRecords,
  reads: readonly { readonly subject: TrackedRecord; readonly exchange: Exchange }[],
) {
  for (const { subject, exchange } of reads) {
    const record: Body | undefined = stage.recordOf(exchange, subject.record.id)
    const other = records.find((one) => one !== subject && stage.recordOf(exchange, one.record.id) !== undefined)
    if (record !== undefined || !other) continue
    const expected = `the record ${subject.record.id}`
    return new Breach({
      level: 'SHOULD',
      expected,
      got: `the record ${other.record.id}`,
      cause: 'another record',
      exchanges: [...log],
    })
  }
  return null
}

async function looks(tracked: TrackedRecords): Promise<Breach | null> {
  for (const subject of tracked.records) {
    const breach = await tracked.look(subject)
    if (breach) return breach
  }
  return null
}
