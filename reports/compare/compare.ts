/** Targets side by side where the specification is silent: nobody is right or wrong here. */
import { isObject, type JsonObject } from '../../schemas/json-object.ts'
import type { Report, Timing } from '../../schemas/report.ts'
import { groupOf } from '../model/words.ts'

export interface Question {
  readonly question: string
  /** One a target, in the order of the targets; '' where it was not seen. */
  readonly answers: readonly string[]
  /** Whether targets that were seen differ. */
  readonly differs: boolean
}

export interface Topic {
  readonly topic: string
  readonly note: string
  readonly questions: readonly Question[]
}

export interface Comparison {
  readonly targets: readonly {
    readonly name: string
    readonly serviceVersion: string
    readonly run: string
    readonly started: string
    readonly touchstone: string
  }[]
  readonly topics: readonly Topic[]
}

/** By question, what one target answers. */
type Answers = ReadonlyMap<string, string>

const part = (value: unknown, name: string): JsonObject => {
  const found = isObject(value) ? value[name] : undefined
  return isObject(found) ? found : {}
}

/** Counts as words, the most frequent first; how often is about the run, and not about the target. */
function named(counts: unknown): string {
  if (!isObject(counts)) return ''
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => Number(b) - Number(a))
    .map(([name]) => name)
    .join(', ')
}

const seen =
  (name: string) =>
  ({ observed }: Report): Answers =>
    new Map(Object.entries(part(part(observed, 'answers'), name)).map(([key, counts]) => [key, named(counts)]))

const worded = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The responses that a run learned before it judged: status and code of each way to refuse. */
const learned: readonly (readonly [question: string, key: string])[] = [
  ['a path that does not exist', 'unknownPaths'],
  ['another method on a read', 'wrongMethods'],
  ['an unknown identifier', 'unknownIds'],
]

function learnedAs(field: 'status' | 'code') {
  return ({ observed }: Report): Answers =>
    new Map(
      learned.flatMap(([question, key]) => {
        const prints = observed[key]
        const all = Array.isArray(prints) ? prints.filter(isObject) : []
        const values = [...new Set(all.map((print) => worded(print[field])))]
        return all.length === 0 ? [] : [[question, values.map((one) => one || '(no code)').join(', ')]]
      }),
    )
}

const both =
  (...readers: readonly ((report: Report) => Answers)[]) =>
  (report: Report): Answers =>
    new Map(readers.flatMap((read) => [...read(report)]))

/** How strict a target is, of all operations that were asked the same. */
function strictness({ observed }: Report): Answers {
  const ways = Object.entries(part(observed, 'ways')).flatMap(([question, way]) => {
    const [refused, taken] = isObject(way) ? [Number(way['refused'] ?? 0), Number(way['taken'] ?? 0)] : [0, 0]
    if (refused + taken === 0) return []
    const say = taken === 0 ? 'refused' : refused === 0 ? 'taken' : `refused by ${refused} of ${refused + taken}`
    return [[question, say] as const]
  })
  return new Map(ways)
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const times = (all: readonly Timing[]): string =>
  `${median(all.map(({ p50 }) => p50))} ms, 95 of 100 within ${Math.max(...all.map(({ p95 }) => p95))} ms`

function timings({ timings: all = {} }: Report): Answers {
  const entries = Object.entries(all)
  const groups = Map.groupBy(entries, ([operation]) => groupOf(operation))
  const of = (some: typeof entries) => times(some.map(([, timing]) => timing))
  return new Map([
    ...(entries.length > 0 ? [['all operations', of(entries)] as const] : []),
    ...[...groups].map(([group, some]) => [group, of(some)] as const),
  ])
}

const topics: readonly { topic: string; note: string; of: (report: Report) => Answers; varies?: boolean }[] = [
  {
    topic: 'Status by kind of error',
    note: 'What is wrong with the request, and the statuses that answer it, the most frequent first.',
    of: both(learnedAs('status'), seen('statuses')),
  },
  { topic: 'Codes', note: 'The code in the body of those errors.', of: both(learnedAs('code'), seen('codes')) },
  { topic: 'Shapes of responses', note: 'Of successes, by what the operation does.', of: seen('shapes') },
  { topic: 'Forms of identifiers', note: 'As creates show them, by kind of record.', of: seen('identifiers') },
  { topic: 'Strictness', note: 'Whether what the specification leaves open is taken or refused.', of: strictness },
  {
    topic: 'Timings',
    note: "Median of the operations' medians, and the slowest operation's 95 of 100. Networks and machines may differ.",
    of: timings,
    varies: true,
  },
]

export function compareReports(reports: readonly Report[]): Comparison {
  return {
    targets: reports.map(({ target, run, started, touchstone }) => ({
      name: target.baseUrl,
      serviceVersion: target.serviceVersion,
      run,
      started,
      touchstone,
    })),
    topics: topics.map(({ topic, note, of, varies = false }) => {
      const each = reports.map(of)
      const questions = new Set(each.flatMap((answers) => [...answers.keys()]))
      return {
        topic,
        note,
        questions: [...questions].map((question) => {
          const answers = each.map((one) => one.get(question) ?? '')
          const known = new Set(answers.filter((response) => response !== ''))
          return { question, answers, differs: !varies && known.size > 1 }
        }),
      }
    }),
  }
}
