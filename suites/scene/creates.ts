import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { Lenience } from '../target/lenience.ts'
import type { GoingOn } from './aftermath.ts'
import { Inherited } from './inherited.ts'
import { Lasting } from './lasting.ts'
import type { CreateFailure, SceneRecord } from './made.ts'
import { OtherRuns } from './other-runs.ts'
import { Strays } from './strays.ts'

/** What a run has learned of its creates, and of what the target takes. */
export interface Creates {
  /** Those whose records can't be found, or can't be deleted: no more are made that way. */
  readonly closed: Map<Operation, CreateFailure>
  /** Those that took what is broken and showed nowhere what they made of it: nothing broken is sent to them any more. */
  readonly lost: Set<Operation>
  /** Identifiers of all records that any lane has made: a list shows those of other lanes too. */
  readonly made: Set<string>
  /** The same with their kinds; and whether one was seen twice: then what was deleted may be another's by now. */
  readonly identified: { readonly ids: Set<string>; reused: boolean }
  /** Kinds of which a rejected create made a record all the same: what others made is looked for in the end. */
  readonly storing: Set<RecordKind>
  /** The first one of each, under way or done. */
  readonly probed: Map<Operation, Promise<unknown>>
  readonly lenience: Lenience
  /** Those that refused to give a record of the run's own a value: they are not asked on account of others again. */
  readonly unwilling: Set<Operation>
  /**
   * Updates that refuse to be sent nothing but the identifier: what each valid request of theirs carries besides, made of a unique name.
   */
  readonly wanting: Map<Operation, (name: string) => Readonly<Record<string, unknown>>>
  /** Sorts of subject of which a valid request showed nothing, and another that tells more did: both are looked at together. */
  readonly mute: Set<string>
  /** Whether a record moves by itself for a while once it was deployed or started. */
  readonly goingOn: GoingOn
  /** Records of any lane that nothing is sent about but reads, while they stand: who changes one has hit another's. */
  readonly bystanders: Set<SceneRecord>
  /** Which records of any lane still stand. */
  readonly lasting: Lasting
  /** Whether a result tells of an operation that changes what it should leave alone. */
  readonly told: { readonly tellsChange: boolean }
  /** What changed on records that no request was about. */
  readonly strays: Strays
  /** What new records showed of what was written on others. */
  readonly inherited: Inherited
  readonly otherRuns: OtherRuns
  /** By kind, how many records could not be deleted; none of those of which one was. */
  readonly undeleted: Map<RecordKind, number>
  readonly deletable: Set<RecordKind>
  /** Sorts of requests of which one was refused for longer than anybody waits, for its record was held (dispose.ts). */
  readonly held: Set<string>
  /** By kind: what its lane keeps until all lanes are through, and others may read; null where it has none. */
  readonly standing: Map<RecordKind, Promise<SceneRecord | null>>
}

export const newCreates = (
  options: Pick<RunOptions, 'run' | 'target' | 'settleMs'>,
  told: Creates['told'] = { tellsChange: false },
): Creates => ({
  told,
  otherRuns: new OtherRuns(options.run),
  closed: new Map(),
  lost: new Set(),
  storing: new Set(),
  made: new Set(),
  identified: { ids: new Set(), reused: false },
  probed: new Map(),
  lenience: new Lenience(),
  unwilling: new Set(),
  wanting: new Map(),
  mute: new Set(),
  goingOn: { seen: false, watched: {} },
  bystanders: new Set(),
  lasting: new Lasting(options.settleMs),
  strays: new Strays(options),
  inherited: new Inherited(options),
  undeleted: new Map(),
  deletable: new Set(),
  held: new Set(),
  standing: new Map(),
})

/** Whether a create that got an error may have made a record all the same, which a list would show by its name. */
export const mayStand = (kind: RecordKind, name: string, { response }: Exchange, { storing }: Creates): boolean =>
  name !== '' && ((response?.status ?? 0) >= 500 || storing.has(kind))

/** Notes the identifier of a record that was made just now. */
export function remember({ kind, id }: SceneRecord, { made, identified }: Creates): void {
  const identity = `${kind} ${id}`
  identified.reused ||= identified.ids.has(identity)
  identified.ids.add(identity)
  made.add(id)
}

/** Those that are no records of the run which are known by their identifiers. */
export const notMade = <One extends { readonly id: string }>(all: readonly One[], { made }: Creates): readonly One[] =>
  all.filter(({ id }) => !made.has(id))
