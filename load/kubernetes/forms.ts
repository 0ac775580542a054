/** What `--emit` writes, and what it is told. */
import type { FailLevel } from '../../reports/model/exit-code.ts'

export const emitForms = ['k6-operator', 'kubernetes-job'] as const
export type EmitForm = (typeof emitForms)[number]

export interface Emitted {
  readonly form: EmitForm
  /** Pods that share the load. */
  readonly parallelism: number
  /** k6's own outputs, as `--out` takes them. */
  readonly outputs: readonly string[]
  /** The image of Touchstone that collects the findings; null: nobody does in the cluster. */
  readonly collectorImage: string | null
  readonly failOn: FailLevel
  /** Touchstone's own version. */
  readonly touchstone: string
}

/** A resource's own name, and what selects it. */
export interface Named {
  readonly name: string
  readonly scenario: string
}
