/** Unusual, legal requests to an operation besides its valid one. */
import { operations, type Operation } from '../schemas/registry.ts'
import type { Call } from './call.ts'
import { mayEnd } from './order.ts'

/** A browser's own words: some servers answer those with a page. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Characters that have to be encoded in a query, one of them outside the basic plane. */
export const ODD = 'ä €/?&=+#%\u{1F600}'

/** Operations whose authorised request is sent no oftener than it must: each time it mails, or may end a process. */
const sparing = (operation: Operation) => mayEnd(operation) || operation.act.kind === 'invitation'

type Variation = Partial<Omit<Call, 'operation'>>

/** What other clients say that they take. */
const accepts = [
  'text/plain',
  'application/xml',
  'text/csv, */*;q=0.1',
  'application/yaml',
  'text/event-stream',
  '*/*;q=0',
] as const

/**
 * Unusual, legal, authorised requests (JUDGEMENT.md, rule 5); the headers that go with them differ by turns.
 * @param destructive whether a write may be sent whose subject may not be read
 */
export function unusual(operation: Operation, destructive: boolean): readonly Variation[] {
  if (sparing(operation) && operation.method === 'POST') return []
  const browser: Variation = { headers: { accept: BROWSER } }
  const accept = accepts[operations.indexOf(operation) % accepts.length] ?? BROWSER
  if (operation.method === 'GET')
    return [browser, { query: { touchstone: `${'long-'.repeat(800)}${ODD}` }, headers: { accept } }]
  if (operation.body === null) return [browser]
  // No legal one: but its refusal has the shape of all others.
  const wrongly: Variation = { headers: { 'content-type': 'text/plain' } }
  return [
    ...(destructive && operation.act.verb === 'changes' && operation.effect === 'resource' ? [wrongly] : []),
    browser,
    { form: 'padded', headers: { 'content-type': 'application/json; charset=utf-8' } },
    { chunked: true, headers: { accept } },
    { form: 'nested', headers: { 'accept-encoding': 'gzip, deflate, br' } },
  ]
}

/** Whom a variation is about: `odd` is an unknown identifier of characters that have to be encoded. */
export type Whom = 'own' | 'spare' | 'gone' | 'odd' | 'parent-gone'

/** A further field that an update of this operation naturally takes, so that what it did would show; null: none known. */
export function naturalField(operation: Operation): string | null {
  if (operation.name !== 'update' || operation.body?.fields.length !== 1) return null
  if (operation.act.kind === 'registry') return 'registryName'
  if (operation.act.kind === 'mount') return 'mountPath'
  return 'name'
}
