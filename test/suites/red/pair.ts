/** For each check the smallest exchanges that it must take, and the smallest that it must refuse. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { OperationId } from '../../../schemas/registry.ts'
import type { Burst, BurstMade } from '../../../suites/evidence/burst.ts'
import type { Later } from '../../../suites/evidence/later.ts'
import type { HostCensus } from '../../../suites/evidence/host-census.ts'
import type { WrittenField, Census, Drift } from '../../../suites/evidence/census/state-diff.ts'
import type { Tried, Variation } from '../../../suites/evidence/variations/variation.ts'
import type { Given } from '../given.ts'
import { responseOf, error, exchangeOf } from '../exchanges.ts'

/** What was sent to one operation, twice: as a server answers that keeps all, and as one does that breaks the claim. */
export interface Pair {
  readonly operation: OperationId
  readonly good: Given
  readonly bad: Given
}

export const success = (body: unknown = { status: 'ok' }, over: Partial<Exchange> = {}): Exchange =>
  exchangeOf(responseOf({ body }), over)
export const failure = (status = 404, code = 'NOT_FOUND', message = 'There is none', over: Partial<Exchange> = {}) =>
  exchangeOf(error(status, code, message), over)

export const control = success()

/** What a census found; nothing against anybody unless it is said. */
export const census = (over: Partial<Census> = {}): Given => ({
  control,
  census: { writtenFields: [], kept: [], others: [], compared: { kept: 1, others: 1 }, exchanges: [], ...over },
})

/** A value that was written, and what is shown of it. */
export const writtenField = (over: Partial<WrittenField>): WrittenField => ({
  field: 'name',
  type: 'string',
  written: 'a',
  ...over,
})

export const shown = (over: Partial<WrittenField>, record: Readonly<Record<string, unknown>> = {}): Given =>
  census({ writtenFields: [writtenField(over)], last: { exchange: success(record), record } })

/** Something that changed and should not have. */
export const drift = { whose: 'another sqla', field: 'name', before: 'a', after: 'b' }

/** What records showed some time after a deploy; as they were unless it is said. */
export const later = (over: Partial<Later> = {}): Given => ({
  control,
  later: { own: { drifts: [], isSeen: true }, others: { drifts: [], isSeen: true }, exchanges: [], ...over },
})

/** What an action of the host changed around it. */
export const around = ({
  records = [],
  settings = [],
}: { records?: Drift[]; settings?: Drift[] } = {}): HostCensus => ({
  records: { drifts: records, compared: 1, exchanges: [] },
  settings: { drifts: settings, compared: 1, exchanges: [] },
})

export function tried(family: Variation['family'], over: Partial<Tried> = {}, kind?: string): Tried {
  const variation: Variation = { family, of: 'name', about: 'own', call: {}, ...(kind === undefined ? {} : { kind }) }
  return { variation, exchange: failure(400, 'BAD_REQUEST'), taken: false, ...over }
}

/** One record of a burst, read and deleted as it should be. */
export const made = (name: string, over: Partial<BurstMade> = {}): BurstMade => ({
  name,
  id: `id-${name}`,
  created: success({ sqlaId: `id-${name}`, name }),
  reads: [success({ sqlaId: `id-${name}`, name })],
  deleted: { exchange: success(true), after: failure() },
  ...over,
})

export function burst(all: readonly BurstMade[], over: Partial<Burst> = {}): Given {
  const creates = all.map(({ created }) => created)
  const names = all.map(({ name }) => name)
  return {
    control,
    burst: {
      creates,
      made: all,
      missed: [],
      reads: [],
      refusals: [],
      own: null,
      list: null,
      anew: null,
      names,
      ...over,
    },
  }
}
