/** What is sent to an operation besides its valid request: unusual requests, and requests that provoke an error. */
import { isRecordKind, type ListedField, type Operation } from '../schemas/registry.ts'
import { isNaming, subjectField } from '../fixtures/payload.ts'
import type { Call } from './call.ts'
import { mayEnd } from './order.ts'

/** A browser's own words: some servers answer those with a page. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Characters that have to be encoded in a query, one of them outside the basic plane. */
export const ODD = 'ä €/?&=+#%\u{1F600}'

/** Operations whose authorised request is sent no oftener than it must: each time it mails, or may end a process. */
const sparing = (operation: Operation) => mayEnd(operation) || operation.act.kind === 'invitation'

type Variation = Partial<Omit<Call, 'operation'>>

/** Unusual, legal, authorised requests (JUDGEMENT.md, rule 5). */
export function unusual(operation: Operation): readonly Variation[] {
  if (sparing(operation) && operation.method === 'POST') return []
  const browser: Variation = { headers: { accept: BROWSER } }
  if (operation.method === 'GET') return [browser, { query: { touchstone: `${'long-'.repeat(800)}${ODD}` } }]
  if (operation.body === null) return [browser]
  return [browser, { form: 'padded' }, { chunked: true }, { form: 'nested' }]
}

/** Whom a provocation is about: `odd` is an unknown identifier of characters that have to be encoded. */
export type Whom = 'own' | 'spare' | 'gone' | 'odd' | 'parent-gone'

export interface Provocation extends Variation {
  readonly about: Whom
}

const wrongValue = (field: ListedField): unknown => {
  if (field.type === 'integer') return 'no integer'
  if (field.type === 'boolean') return 'no boolean'
  if (field.type === 'email') return 'no e-mail address'
  return { touchstone: 'no string' }
}

/** Fields whose wrong type leaves it plain which record a request is about. */
const bendable = (operation: Operation): readonly ListedField[] =>
  (operation.body?.fields ?? []).filter(
    (field) =>
      field.name !== subjectField(operation) &&
      !(operation.act.verb === 'makes' && (isNaming(field.name) || /Id$|^publishedPort$/.test(field.name))),
  )

/**
 * Requests that most targets answer with an error, whatever it be.
 * @param destructive whether a write may be sent whose subject is left out, malformed or nobody's
 */
export function provocations(operation: Operation, destructive: boolean): readonly Provocation[] {
  const { kind, verb } = operation.act
  const record = isRecordKind(kind)
  if (operation.method === 'GET') {
    if (!operation.query.some((parameter) => parameter.required) || operation.effect !== 'read') return []
    return [{ about: 'own', bareQuery: true }, { about: 'gone' }, { about: 'odd' }]
  }
  const found: Provocation[] = []
  if (record && verb !== 'makes') found.push({ about: 'gone' })
  if (verb === 'makes' && (kind === 'port' || kind === 'mount')) found.push({ about: 'parent-gone' })
  const bent = bendable(operation)
  if (bent.length > 0 && (record || destructive) && !sparing(operation))
    found.push({ about: 'spare', body: Object.fromEntries(bent.map((field) => [field.name, wrongValue(field)])) })
  if (destructive && operation.body !== null && !sparing(operation)) {
    found.push({ about: 'own', rawBody: '{"touchstone": ' })
    if (operation.body.fields.length > 0) found.push({ about: 'own', body: {} }, { about: 'own', body: [] })
  }
  return found
}

/** A further field that an update of this operation naturally takes, so that what it did would show; null: none known. */
export function naturalField(operation: Operation): string | null {
  if (operation.name !== 'update' || operation.body?.fields.length !== 1) return null
  if (operation.act.kind === 'registry') return 'registryName'
  if (operation.act.kind === 'mount') return 'mountPath'
  return 'name'
}
