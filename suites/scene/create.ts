/** What creates are told, and what it means that one gave no record. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { saysAway } from '../../fixtures/http/presence.ts'
import { identifiersIn, identifiersInAddresses, valueOf, type Candidate } from '../../fixtures/payload/find.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, lifeOf, type Operation } from '../../schemas/registry.ts'
import { askedFor } from '../claim/supply.ts'
import type { CreateFailure } from './made.ts'
import { shows } from '../target/profile.ts'

/** The unique name that a create's body gives its record; '' where it gives none. */
export function nameIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const fields = body as Readonly<Record<string, unknown>>
  const name = ['name', 'registryName', 'mountPath']
    .map((field) => fields[field])
    .find((value) => typeof value === 'string')
  return typeof name === 'string'
    ? name
    : typeof fields['publishedPort'] === 'number'
      ? String(fields['publishedPort'])
      : ''
}

/** A create that drew no response. */
export interface Unanswered {
  readonly kind: RecordKind
  readonly name: string
  readonly parents: References
  readonly exchange: Exchange
}

/** Why what a create made may be left: without a response nothing says what it made. */
export const UNANSWERED = 'the create got no response'

/** Why what a create without a response may have made stands among the leftovers: no list shows whether it made anything. */
export const whyLost = ({ credential }: Exchange): string =>
  credential === 'right'
    ? UNANSWERED
    : 'the create with a bad credential got no response, and no list shows whether it was carried out'

/** What helps where a create is answered that the server is away for the moment. */
const BUSY = 'limits.concurrency in the target file: how many requests at a time it takes'

/** A create that gave no record to go on with, and what would help. */
export function failedCreate(by: Operation, exchange: Exchange, reason: string): CreateFailure {
  const parent = by.body?.fields.find((field) => field.name === 'projectId' || field.name === 'environmentId')?.name
  const option = parent === 'environmentId' ? '--environment-id' : '--project-id'
  const sample =
    askedFor(by, exchange) ?? `further fields that this target needs, as sample["${by.id}"] in the target file`
  const needs = parent ? `${option}, where created records go, or ${sample}` : sample
  const isBusy = exchange.response !== null && saysAway(exchange.response)
  const supply = isBusy ? BUSY : needs
  return { record: null, exchange, reason, supply, exchanges: [exchange] }
}

/** A create that is not sent, for this reason: the target file omits it or its delete, or it is not allowed. */
export const withheld = (by: Operation, kind: RecordKind, why: string): CreateFailure => ({
  record: null,
  exchange: null,
  reason: `${by.id} is not sent because ${why}, so no ${kind} could be created`,
  supply: `${by.id} and ${lifeOf(kind).remove.id}: remove them from omit; if the target does not offer them, omit whatever needs a ${kind} too`,
  exchanges: [],
})

/** What a record is called: selectors need its appName as it was last shown. */
export function appName(...exchanges: readonly Exchange[]): References {
  for (const { response } of exchanges) {
    const value = response?.json.ok ? valueOf(response.json.value, 'appName') : undefined
    if (typeof value === 'string' && value !== '') return { appName: value }
  }
  return {}
}

/** Whether a response shows a record of the kind that has another identifier, and nowhere this one. */
export function showsAnother(exchange: Exchange, field: string, id: string): boolean {
  if (!exchange.response?.json.ok) return false
  const stated = valueOf(exchange.response.json.value, field)
  return typeof stated === 'string' && stated !== id && !shows(exchange, id)
}

/** The one identifier that a create answered with: it can be no other's. */
export function soleId(kind: RecordKind, { response }: Exchange, name: string): string | null {
  const value = response?.json.ok ? response.json.value : undefined
  return identifiersIn(value, identifierField[kind], name).find((candidate) => candidate.sole)?.id ?? null
}

/** Where a response says that what was made is read. */
const locationOf = ({ response }: Exchange): readonly string[] => [response?.headers['location'] ?? []].flat()

/** What a create's response may call the new record: identifiers in it, and in addresses that it names. */
export function candidatesIn(made: Exchange, field: string, name: string): readonly Candidate[] {
  const value = made.response?.json.ok ? made.response.json.value : undefined
  const texts = [...textsIn(value), ...locationOf(made)]
  const located = identifiersInAddresses(texts, field)
  // A response may say nothing but where the new record is read.
  const isAll = located.length === 1 && texts.every((one) => identifiersInAddresses([one], field).length > 0)
  return [
    ...identifiersIn(value, field, name),
    ...located.map((one) => (isAll ? { ...one, alone: true as const } : one)),
  ]
}
