import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { RecordSnapshot } from '../../scene/around.ts'
import type { FieldType } from '../../../schemas/operation.ts'

/** One value that an acknowledged write carried, and how a read showed it afterwards. */
export interface WrittenField {
  readonly field: string
  readonly type: FieldType
  readonly written: unknown
  /** Absent where no read shows the field. */
  readonly shown?: unknown
  /** As it was shown before the write; absent where it was not. */
  readonly before?: unknown
  /** A secret that is shown as the run had written it before: so this target shows such secrets, and a new one would show. */
  readonly old?: true
  /** The name that it was shown under, where that is not the field's own. */
  readonly under?: string
  /** Of a list that points at what nobody has too, what is left where a target leaves that out. */
  readonly known?: readonly unknown[]
}

/** A value that this run wrote or was shown as a name, and that changed although nobody asked for it. */
export interface Drift {
  /** Whose value, in words: 'another sqla', 'the same application', 'the middleware proxy config'. */
  readonly whose: string
  readonly field: string
  readonly before: unknown
  /** Absent where it is gone. */
  readonly after?: unknown
}

/** A status that was set and shown, and what a read shows once the record was updated. */
export interface Updated {
  readonly set: string
  readonly shown: unknown
  readonly exchanges: readonly Exchange[]
}

/** A write with values of its own, and everything around it read before and after. */
export interface Census {
  /** Why nothing can be told, where that is so: the write was refused, or nothing shows what it writes. */
  readonly undecided?: { readonly reason: string; readonly supply?: string }
  readonly writtenFields: readonly WrittenField[]
  /** The write with its fields in reverse order, where that alone was refused. */
  readonly refusedBackwards?: Exchange
  /** Fields that the write carried besides those that are listed: nothing is promised of them. */
  readonly further?: readonly WrittenField[]
  /** What changed on the subject itself besides what was carried. */
  readonly kept: readonly Drift[]
  /** Of a change that promises another token: the record's before and after it, and one of another record. */
  readonly tokens?: {
    readonly before: string
    readonly after: unknown
    readonly another: unknown
    /** Whether both records showed a token of their own when they were made. */
    readonly isApart?: boolean
  }
  /** What its own response shows of the subject, and no read does. */
  readonly answered?: readonly Drift[]
  /** What the run's writes had carried to the subject before. */
  readonly earlier?: readonly Readonly<Record<string, unknown>>[]
  /** Of a change of the status; null where no update was taken. */
  readonly updated?: Updated | null
  /** What changed on others. */
  readonly others: readonly Drift[]
  /** How many values of the subject, and of others, were compared. */
  readonly compared: { readonly kept: number; readonly others: number }
  /** The subject as it was seen in the end. */
  readonly last?: RecordSnapshot
  /** The write, and the reads before and after. */
  readonly exchanges: readonly Exchange[]
}
