import type { Exchange } from '../../fixtures/http/exchange.ts'
import { drawn } from '../../fixtures/payload/draw.ts'
import { objectBearing } from '../../fixtures/payload/find.ts'
import { databaseKinds } from '../../schemas/operation.ts'
import { doing, identifierField, isRecordKind, readsRecord, type Operation } from '../../schemas/registry.ts'
import { Inconclusive, Skipped } from '../claim/finding.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'

/** A text that the target shows to whoever reads it, sent in place of the token. */
export interface ShownToken {
  /** The name under which it was shown, or asked by. */
  readonly field: string
  readonly exchange: Exchange
}

/** Reads of people: nothing is tried but what they were asked by, for what else they show may be a token by right. */
const people: ReadonlySet<Operation> = new Set([
  doing('reads', 'invitation'),
  doing('reads', 'user'),
  doing('reads', 'user', 'by-auth'),
])

/** What is nearest to a token by its name is tried before all others. */
const isToken = /token/i
/** The others, in turns. */
export const sorts = [/secret|password/i, /appname$/i, /(?:^|user)name$/i, /Id$/] as const
const sortOf = (name: string): number => sorts.findIndex((sort) => sort.test(name))
/** What a header can carry as one word, and no mask; nobody takes less for a secret. */
const fits = /^(?!(.)\1*$)[\x21-\x7e]{6,}$/

/** The texts of a record, or of a request, that somebody may take for a token, by name. */
function candidates(fields: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const all = Object.keys(fields)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const value = fields[name]
      return typeof value === 'string' && fits.test(value) && (isToken.test(name) || sortOf(name) >= 0)
        ? [[name, value] as const]
        : []
    })
  const tokens = all.filter(([name]) => isToken.test(name))
  return tokens.length > 0 ? tokens : all
}

/** The six kinds of database share one definition: they take turns, so that they try each sort, whatever the seed. */
export function turnOf({ id, name, act: { kind } }: Operation, seed: number): number {
  const place = databaseKinds.findIndex((one) => one === kind)
  return seed + (place < 0 ? drawn(id, 'shown token') : drawn(name, 'shown token') + place)
}

/** @param turn which sort comes first, and which of several texts of that sort */
function inTurn(all: readonly (readonly [string, string])[], turn: number): readonly [string, string] | undefined {
  const wanted = sorts.map((_, after) => (turn + after) % sorts.length)
  const some = wanted.map((sort) => all.filter(([name]) => sortOf(name) === sort)).find(({ length }) => length > 0)
  const among = some ?? all
  return among[Math.floor(turn / sorts.length) % among.length]
}

export const shownToken = evidence({
  id: 'shown-token',
  needs: { subject, control },
  on: (operation) => readsRecord(operation) || people.has(operation),
  cost: () => 1,
  async gather({ subject: tried, control: served, operation, caller, tokens }): Promise<ShownToken> {
    if (!caller.success(served)) throw new Inconclusive('the authorised request did not succeed', undefined, [served])
    const { token, auth } = caller.options.target
    const query = Object.fromEntries(
      Object.entries(served.asked?.query ?? {}).filter(([name]) => !tried.placeholders.includes(name)),
    )
    const { kind } = operation.act
    const own = isRecordKind(kind) ? query[identifierField[kind]] : undefined
    const json = served.response?.json
    const record = own !== undefined && json?.ok ? objectBearing(json.value, own) : undefined
    const all = candidates({ ...record, ...query }).filter(([, text]) => text !== token)
    const [field, text] = inTurn(all, turnOf(operation, caller.options.seed)) ?? []
    if (field === undefined || text === undefined)
      throw new Inconclusive('no response shows a text that could be taken for a token', undefined, [served])
    if (tokens.more('wrong-token').length === 0) throw new Skipped('limits.badTokens permits no more bad tokens')
    const authorization = auth.scheme === '' ? text : `${auth.scheme} ${text}`
    const headers = { [auth.header.toLowerCase()]: authorization }
    return { field, exchange: await tried.send({ credential: 'no-header', headers }) }
  },
})
