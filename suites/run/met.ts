/** Which operations were called, and which ever succeeded. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { OperationId } from '../../schemas/registry.ts'
import type { Profile } from '../target/profile.ts'

/** What has come to be met since it was last saved. */
export interface SavedMet {
  readonly exercised: readonly OperationId[]
  readonly succeeded: readonly OperationId[]
}

export class Met {
  readonly exercised = new Set<OperationId>()
  readonly succeeded = new Set<OperationId>()
  #saved = { exercised: 0, succeeded: 0 }
  /** Of these it is not known yet how this target says yes. */
  readonly #uncounted: Exchange[] = []

  /** @param profile null until calibration has learned it */
  observe(exchange: Exchange, profile: Profile | null): void {
    if (exchange.operation === null) return
    this.exercised.add(exchange.operation)
    this.#uncounted.push(exchange)
    for (const { operation, response } of profile ? this.#uncounted.splice(0) : [])
      if (operation && response && profile?.isSuccess(response)) this.succeeded.add(operation)
  }

  save(): SavedMet {
    const { exercised, succeeded } = this.#saved
    this.#saved = { exercised: this.exercised.size, succeeded: this.succeeded.size }
    // A set keeps the order in which things came into it.
    return { exercised: [...this.exercised].slice(exercised), succeeded: [...this.succeeded].slice(succeeded) }
  }

  restore({ exercised, succeeded }: SavedMet): void {
    for (const id of exercised) this.exercised.add(id)
    for (const id of succeeded) this.succeeded.add(id)
  }
}
