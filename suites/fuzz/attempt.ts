/** One odd payload: sent, read again, and what it made deleted. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { asked, oddNames, oddly, type Odd } from '../../fixtures/payload/fuzz/payload.ts'
import { identifierField } from '../../schemas/registry.ts'
import { Breach } from '../claim/finding.ts'
import { inWords } from '../claim/finding.ts'
import { besides, shownAs } from '../values/difference.ts'
import { likeness, type Likeness } from '../values/likeness.ts'
import { isAlike, type Setting } from './setting.ts'
import type { Body, Stage } from './stage.ts'

/** A field that was taken, and what a read showed of it. */
export interface Compared extends Likeness {
  readonly field: string
  readonly written: unknown
  readonly shown: unknown
}

export interface Attempt {
  readonly exchange: Exchange
  readonly taken: boolean
  readonly compared: readonly Compared[]
  /** The unique name that a create was given. */
  readonly name: string
  /** What a read showed that should have shown it, where it showed nothing of it. */
  readonly unread: Exchange | null
  readonly exchanges: readonly Exchange[]
}

/** Sends a payload and reads what became of it. */
export async function attempt(stage: Stage, odd: Odd, shrinking: boolean): Promise<Attempt> {
  const { caller, operation, inert } = stage
  if (operation.method === 'GET') {
    const plain = Object.fromEntries(operation.query.map(({ name }) => [name, wordFor(name, stage)]))
    const query = oddly(plain, asked(odd), inert) as Readonly<Record<string, string>>
    const optional = operation.query.filter(({ required }) => !required).map(({ name }) => name)
    const left = optional.filter((name) => !oddNames(odd).includes(name))
    const without = Object.fromEntries(left.map((name) => [name, undefined]))
    return alone(await caller.call({ operation, query: { ...query, ...without } }), stage)
  }
  const body = oddly({ ...stage.plainBody(), ...stage.furtherOf(stage.further) }, odd, inert)
  if (stage.setting) return write(stage, stage.setting, body, shrinking)
  if (stage.kind === null) return alone(await stage.send({ body }), stage)
  return stage.makes ? make(stage, body, shrinking) : change(stage, body, shrinking)
}

/** What nobody has: never a guess, which may be a colleague's. */
const wordFor = (name: string, { caller }: Stage): string =>
  name === 'path' ? `/${caller.values.name()}` : caller.values.unknownId()

function alone(exchange: Exchange, { caller }: Stage): Attempt {
  const taken = caller.success(exchange)
  return { exchange, taken, compared: [], name: '', unread: null, exchanges: [exchange] }
}

async function change(stage: Stage, body: Body, shrinking: boolean): Promise<Attempt> {
  const { own } = stage
  const sent = alone(await stage.send({ body }), stage)
  if (!sent.taken || !own || stage.visible.size + stage.further.size === 0) return sent
  return looked(stage, own, body, sent, shrinking)
}

async function write(stage: Stage, setting: Setting, body: Body, shrinking: boolean): Promise<Attempt> {
  const sent = alone(await stage.send({ body }), stage)
  const [field] = stage.visible
  const text = body[field ?? '']
  if (!sent.taken || field === undefined || typeof text !== 'string') return sent
  const { exchange, shown, alike } = await setting.see(text, stage.patience(shrinking))
  const compared = shown === undefined ? [] : [{ field, written: text, shown, alike, altered: new Map() }]
  return { ...sent, compared, exchanges: [sent.exchange, exchange] }
}

async function make(stage: Stage, body: Body, shrinking: boolean): Promise<Attempt> {
  const { caller, operation, scene, kind } = stage
  if (kind === null) throw new Error(`${operation.id} makes no record`)
  const { exchange, name } = await scene.send(operation, kind, stage.references, { body })
  const sent = { ...alone(exchange, stage), name }
  if (!sent.taken) return sent
  const reads: Exchange[] = []
  const record = await scene.adopt(operation, kind, exchange, name, stage.references, reads)
  const last = reads.at(-1)
  if (!record) {
    // What is not there to be read was made under an identifier that can be no other's.
    const unread = last && !caller.success(last) ? last : null
    return { ...sent, unread, exchanges: [exchange, ...(last ? [last] : [])] }
  }
  const found = await looked(stage, record, body, sent, shrinking, record.shown)
  await scene.dispose(record)
  void caller
  return found
}

async function looked(
  stage: Stage,
  record: { readonly id: string; readonly references: Readonly<Record<string, string>> },
  body: Body,
  sent: Attempt,
  shrinking: boolean,
  seen: Exchange | null = null,
): Promise<Attempt> {
  const compare = (shown: Body): readonly Compared[] =>
    [...stage.visible, ...stage.further].flatMap((field) => {
      const written = body[field]
      const there = stage.shown(shown, field)
      if (written === undefined || !('value' in there)) return []
      const { value } = there
      const isConfig = field === 'proxyConfig' && typeof written === 'string' && typeof value === 'string'
      // Each line of a configuration may lose the white space at its end; that says nothing of other texts.
      const compared = isConfig
        ? { alike: isAlike(field, written, value), altered: new Map() }
        : likeness(field, written, value)
      return [{ field, written, shown: value, ...compared }]
    })
  const holds = (shown: Body) => compare(shown).every(({ alike }) => alike)
  const now = await stage.see(record, holds, stage.patience(shrinking), seen)
  const compared = now.record ? compare(now.record) : []
  const unread = now.record || !stage.kind || !now.exchange.response ? null : now.exchange
  return { ...sent, compared, unread, exchanges: [sent.exchange, now.exchange] }
}

/** What an acknowledged payload promised, and a read does not show. */
export function misshown(stage: Stage, { compared, unread, exchanges }: Attempt): Breach | null {
  const wrong = compared.find(({ alike, field }) => !alike && !stage.further.has(field))
  if (wrong) {
    const [written] = besides(wrong.written, wrong.shown)
    return new Breach({
      level: 'SHOULD',
      expected: `${wrong.field} to be shown as ${written}`,
      got: `${wrong.field} is ${shownAs(wrong.field, wrong.written, wrong.shown)}, and was sent as ${written}`,
      cause: 'another value',
      exchanges,
    })
  }
  if (!unread) return null
  const field = stage.kind === null ? 'identifier' : identifierField[stage.kind]
  return new Breach({
    level: 'SHOULD',
    expected: `the created record under its ${field}`,
    got: inWords(unread),
    cause: 'not read',
    exchanges,
  })
}
