/** Which texts of the run changed on a record although no request about that record wrote them (docs/judgement.md, rules 6 and 14). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, isRecordKind, recordKinds, type Operation } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { isTransient } from '../target/not-now.ts'
import type { Profile } from '../target/profile.ts'
import { compare, folded, isAlike, isSecret } from '../values/compare.ts'
import { namesOf } from './call-traits.ts'
import { saidOf } from './late-changes.ts'

/** One text that a read showed, and that later reads show otherwise. */
export interface Stray {
  readonly kind: RecordKind
  readonly id: string
  readonly field: string
  readonly before: string
  readonly after: unknown
  /** The read that showed it last, and the first that shows it otherwise; once that is seen again, the read that does. */
  readonly exchanges: readonly Exchange[]
  /** When it was first shown otherwise, in milliseconds of the clock. */
  readonly at: number
}

interface Watched {
  readonly kind: RecordKind
  readonly id: string
  /** Requests that name it, under way now; and how many have begun or ended. */
  open: number
  named: number
  /** When the last of them ended, in milliseconds of the clock. */
  namedAt: number
  /** A job was begun on it, which may change later what it has a reason to change. */
  hasJob: boolean
  /** Texts that these carried, and that its reads had shown before, but for long ones. */
  readonly carried: Set<string>
  /** What reads have shown, with the first that did, since a request may last have written it. */
  readonly shown: Map<string, { readonly text: string; readonly exchange: Exchange }>
  readonly suspects: Map<string, Stray>
}

/** Longer texts are not kept: none that is shown is said to be another than they. */
const LONG = 300

/** What a request has no reason to change where it does not list it. */
const steady = new Map(recordKinds.map((kind) => [kind, new Set(saidOf(kind))]))
const isSteady = (kind: RecordKind, field: string): boolean => steady.get(kind)?.has(field) ?? false

/** What tells which records a request is about. */
interface Naming {
  readonly operation: Operation
  readonly references?: References | undefined
  readonly body?: unknown
  readonly rawBody?: string | undefined
  readonly query?: unknown
}

const textsOf = ({ listed, body, rawBody, query }: Partial<Naming> & { readonly listed?: unknown }) =>
  new Set([...textsIn([listed, body, query]), ...(rawBody?.match(/[\w-]+/g) ?? [])])

/** Hears of every request of a run. It finds what changed, and not which request changed it. */
export class Strays {
  readonly #watched = new Map<string, Watched>()
  /** By what names it: its identifier, its appName, the identifiers of what it stands under. */
  readonly #named = new Map<string, Set<Watched>>()
  readonly #seen: Stray[] = []
  readonly #mark: string
  readonly #common: ReadonlySet<string>
  readonly #settleMs: number

  /**
   * @param run stands in each text that the run makes up
   * @param target its identifiers are common to all records, so a request that names one is about none of them
   * @param settleMs a change that reads still show after so long is no older copy
   */
  constructor({ run, target, settleMs }: Pick<RunOptions, 'run' | 'target' | 'settleMs'>) {
    this.#mark = run
    this.#common = new Set(Object.values(target.identifiers))
    this.#settleMs = settleMs
  }

  /**
   * A request goes out that is no plain read.
   * @returns to be told of its response
   */
  begin(naming: Naming): (exchange: Exchange) => void {
    const { operation, references = {} } = naming
    // Of what is known of a record, a request carries what its operation lists.
    const listed = namesOf(operation).map((name) => references[name])
    const texts = textsOf({ ...naming, listed })
    this.#subject(naming)
    const before = this.#of(texts)
    for (const one of before) {
      one.open++
      one.hasJob ||= operation.effect === 'deploy'
      this.#touch(one, naming, texts)
    }
    return ({ asked, body }) => {
      const sent = new Set([
        ...texts,
        ...textsOf({ body: asked?.body, rawBody: body ?? undefined, query: asked?.query }),
      ])
      for (const one of before) one.open--
      for (const one of new Set([...before, ...this.#of(sent)])) this.#touch(one, naming, sent)
    }
  }

  /**
   * A plain read goes out.
   * @param lagMs how long writes of this target take to show
   */
  look(operation: Operation, references: References, lagMs: number): (exchange: Exchange, profile: Profile) => void {
    const { kind } = operation.act
    const id = isRecordKind(kind) ? references[identifierField[kind]] : undefined
    if (!isRecordKind(kind) || id === undefined) return () => undefined
    const known = this.#watched.get(keyOf(kind, id)) ?? this.#watch(kind, id)
    const named = known.named
    const isQuiet = known.open === 0 && Date.now() - known.namedAt >= lagMs
    return (exchange, profile) => {
      if (!exchange.response || isTransient(exchange) || !profile.isSuccess(exchange.response)) return
      const { json } = exchange.response
      const record = json.ok ? recordIn(json.value, identifierField[kind], id) : undefined
      if (!record) return
      this.#name(known, record)
      if (isQuiet && known.open === 0 && known.named === named) this.#compare(known, record, exchange)
    }
  }

  /** What reads have shown twice to have changed, on records of a kind. */
  of(kind: RecordKind): readonly Stray[] {
    return this.#seen.filter((one) => one.kind === kind)
  }

  /** What one read has shown to have changed, on this record: another would decide. */
  suspects(kind: RecordKind, id: string): readonly Stray[] {
    return [...(this.#watched.get(keyOf(kind, id))?.suspects.values() ?? [])]
  }

  /** What is written before it is first read is watched from then on: a first read may be answered from an older copy. */
  #subject({ operation, references, body }: Naming): void {
    const { kind, verb } = operation.act
    if (!isRecordKind(kind) || verb === 'makes') return
    const field = identifierField[kind]
    const id = (Object(body) as Readonly<Record<string, unknown>>)[field] ?? references?.[field]
    if (typeof id === 'string' && !this.#watched.has(keyOf(kind, id))) this.#watch(kind, id)
  }

  #watch(kind: RecordKind, id: string): Watched {
    const one: Watched = {
      kind,
      id,
      open: 0,
      named: 0,
      namedAt: 0,
      hasJob: false,
      carried: new Set(),
      shown: new Map(),
      suspects: new Map(),
    }
    this.#watched.set(keyOf(kind, id), one)
    this.#call(one, id)
    return one
  }

  #call(one: Watched, text: string): void {
    if (this.#common.has(text) || text === '') return
    const called = this.#named.get(text)
    if (called) called.add(one)
    else this.#named.set(text, new Set([one]))
  }

  #name(one: Watched, record: Readonly<Record<string, unknown>>): void {
    for (const [field, value] of Object.entries(record))
      if (typeof value === 'string' && (field === 'appName' || /ids?$/i.test(field))) this.#call(one, value)
  }

  #of(texts: ReadonlySet<string>): readonly Watched[] {
    const found = new Set<Watched>()
    for (const text of texts) for (const one of this.#named.get(text) ?? []) found.add(one)
    return [...found]
  }

  #touch(one: Watched, { operation, body }: Naming, texts: ReadonlySet<string>): void {
    one.named++
    one.namedAt = Date.now()
    const may = new Set([...namesOf(operation), ...Object.keys(Object(body))])
    for (const field of one.shown.keys()) {
      // What a delete names may be gone, and its identifier another record's by now.
      if (operation.act.verb !== 'deletes' && isSteady(one.kind, field) && !may.has(field)) continue
      one.shown.delete(field)
      one.suspects.delete(field)
    }
    keep(one, texts)
  }

  #texts(record: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
    return new Map(
      Object.entries(record).flatMap(([field, value]) =>
        typeof value === 'string' && value.includes(this.#mark) && field !== 'appName' && !isSecret(field)
          ? [[field, value] as const]
          : [],
      ),
    )
  }

  #compare(known: Watched, record: Readonly<Record<string, unknown>>, exchange: Exchange): void {
    const { kind, id, shown, suspects } = known
    for (const [field, { text: before, exchange: first }] of shown) {
      if (!(field in record) || (known.hasJob && !isSteady(kind, field))) continue
      const after = record[field]
      const suspect = suspects.get(field)
      if (isAlike(compare(field, 'string', before, after)) || this.#isCarried(known, after)) suspects.delete(field)
      else if (!suspect || suspect.after !== after)
        suspects.set(field, { kind, id, field, before, after, exchanges: [first, exchange], at: Date.now() })
      else if (Date.now() - suspect.at >= this.#settleMs) {
        this.#seen.push({ ...suspect, exchanges: [...suspect.exchanges, exchange] })
        shown.delete(field)
        suspects.delete(field)
      }
    }
    for (const [field, text] of this.#texts(record)) {
      if (shown.has(field)) continue
      shown.set(field, { text, exchange })
      // A copy that is older than the next write may show it once more.
      keep(known, [text])
    }
  }

  /** Whether a request that named the record carried this, or a read showed it before: then it may have come late, or be an older copy. */
  #isCarried({ carried }: Watched, after: unknown): boolean {
    if (typeof after !== 'string' || after === '') return false
    if (after.length > LONG) return true
    return [...carried].some((text) => folded(text).includes(folded(after)))
  }
}

function keep({ carried }: Watched, texts: Iterable<string>): void {
  for (const text of texts) if (text.length <= LONG) carried.add(text)
}

const keyOf = (kind: RecordKind, id: string) => `${kind} ${id}`
