/** A fixed set of requests to one operation, and what came of them, without what is random in it. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Store } from '../../fixtures/reference/store.ts'
import { findOperation, type Operation } from '../../schemas/registry.ts'
import { token, type HttpResponse, type Driver, type Json } from './drive.ts'

type Headers = Readonly<Record<string, string>>

const refusedHeaders: Readonly<Record<string, Headers>> = {
  'empty header': { authorization: '' },
  'bearer alone': { authorization: 'Bearer' },
  'no scheme': { authorization: token },
  'other scheme': { authorization: `Token ${token}` },
  'no space': { authorization: `Bearer${token}` },
  basic: { authorization: `Basic ${Buffer.from(`user:${token}`).toString('base64')}` },
  'wrong token': { authorization: 'Bearer wrong' },
  'token of the right length': { authorization: `Bearer ${'x'.repeat(token.length)}` },
  prefix: { authorization: `Bearer ${token.slice(0, 12)}` },
  suffix: { authorization: `Bearer ${token.slice(5)}` },
  'right in its first half': { authorization: `Bearer ${token.slice(0, -6)}xxxxxx` },
  anagram: { authorization: `Bearer ${Array.from(token).toReversed().join('')}` },
  'something before it': { authorization: `Bearer xyz${token}` },
  'name of Basic': { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` },
  base64: { authorization: `Bearer ${Buffer.from(token).toString('base64')}` },
  'both its ends': { authorization: `Bearer ${token.slice(0, 8)}${token.slice(-8)}` },
  null: { authorization: 'Bearer null' },
  'any text': { authorization: 'Bearer %' },
  'x-authorization': { authorization: 'none', 'x-authorization': token },
  'from the same host': { authorization: 'none', 'x-forwarded-for': '127.0.0.1' },
  'method in a header': { authorization: 'none', 'x-http-method-override': 'GET' },
  'said to be chunked': { authorization: 'none', 'transfer-encoding': 'chunked' },
  longer: { authorization: `Bearer ${token}xyz` },
  'same beginning': { authorization: `Bearer ${token.slice(0, 8)}${'x'.repeat(9)}` },
  'other case': { authorization: `Bearer ${token.toUpperCase()}` },
  cookie: { authorization: 'none', cookie: `session=${token}` },
  'x-api-key': { authorization: 'none', 'x-api-key': token },
  'x-auth-token': { authorization: 'none', 'x-auth-token': token },
  'x-access-token': { authorization: 'none', 'x-access-token': token },
  'browser without a token': { authorization: 'none', accept: 'text/html' },
}

/** What each probe of an operation showed; two servers that differ in one of these differ. */
export async function probe(driver: Driver, operation: Operation): Promise<Map<string, string>> {
  const shown = new Map<string, string>()
  for (const [name, send] of Object.entries(probes)) shown.set(name, signature(driver, await send(driver, operation)))
  return shown
}

export type Send = (driver: Driver, operation: Operation) => Promise<HttpResponse>

/** Requests without the right token in the right place. */
export const refused: Readonly<Record<string, Send>> = {
  ...Object.fromEntries(
    Object.entries(refusedHeaders).map(([name, headers]): [string, Send] => [
      name,
      async (driver, operation) => driver.call(operation.id, await driver.valid(operation), { headers }),
    ]),
  ),
  'token in query': (driver, { path, method }) => driver.send(`${path}?token=${token}`, { method, ...noToken }),
  'access_token in query': (driver, { path, method }) =>
    driver.send(`${path}?access_token=${token}`, { method, ...noToken }),
  'api_key in query': (driver, { path, method }) => driver.send(`${path}?api_key=${token}`, { method, ...noToken }),
  'authorization in query': (driver, { path, method }) =>
    driver.send(`${path}?authorization=${token}`, { method, ...noToken }),
  'sid in query': (driver, { path, method }) => driver.send(`${path}?sid=${token}`, { method, ...noToken }),
  'large body without a token': async (driver, operation) =>
    driver.call(
      operation.id,
      { ...(await driver.valid(operation)), ...(operation.body && { touchstone: 'x'.repeat(60_000) }) },
      noToken,
    ),
  'token in body': async (driver, operation) =>
    driver.call(operation.id, { ...(await driver.valid(operation)), ...(operation.body && { token }) }, noToken),
  'same connection': async (driver, operation) => {
    const env = { incoming: new IncomingMessage(new Socket()) }
    await driver.call(operation.id, await driver.valid(operation), { env })
    return driver.call(operation.id, await driver.valid(operation), { env, ...noToken })
  },
}

/** Authorised requests, usual and unusual ones. */
export const admitted: Readonly<Record<string, Send>> = {
  valid: async (driver, operation) => driver.call(operation.id, await driver.valid(operation)),
  'every other flag': async (driver, operation) => {
    const input = await driver.valid(operation)
    const flags = Object.entries(input).map(([name, value], at) => [
      name,
      typeof value === 'boolean' ? at % 2 === 1 : value,
    ])
    return driver.call(operation.id, Object.fromEntries(flags))
  },
  'a long text': async (driver, operation) => {
    const input = await driver.valid(operation)
    return driver.call(operation.id, 'proxyConfig' in input ? { ...input, proxyConfig: 'sample '.repeat(40) } : input)
  },
  'nothing listed': (driver, operation) => driver.call(operation.id),
  'unknown identifier': async (driver, operation) =>
    driver.call(operation.id, unknownIds(await driver.valid(operation))),
  'odd identifier': async (driver, operation) =>
    driver.call(operation.id, unknownIds(await driver.valid(operation), 'ü')),
  'accepts HTML': async (driver, operation) =>
    driver.call(operation.id, await driver.valid(operation), { headers: { accept: 'text/html' } }),
  'accepts gzip': async (driver, operation) =>
    driver.call(operation.id, await driver.valid(operation), { headers: { 'accept-encoding': 'gzip' } }),
  'malformed JSON': (driver, { path, method }) =>
    driver.send(path, { method, ...(method === 'POST' && { body: '{' }) }),
  'GET on it': (driver, { path }) => driver.send(path),
  'POST on it': (driver, { path }) => driver.send(path, { method: 'POST', body: '{}' }),
  'PUT on it': async (driver, operation) =>
    driver.send(operation.path, { method: 'PUT', body: JSON.stringify(await driver.valid(operation)) }),
  'large body': async (driver, operation) =>
    driver.call(operation.id, { ...(await driver.valid(operation)), ...bulk(operation, 'x'.repeat(200_000)) }),
  'chunked body': async (driver, operation) =>
    driver.call(operation.id, await driver.valid(operation), { headers: { 'transfer-encoding': 'chunked' } }),
  'nested body': async (driver, operation) =>
    driver.call(operation.id, { ...(await driver.valid(operation)), ...bulk(operation, nested(200)) }),
  'long query': async (driver, operation) =>
    driver.call(operation.id, { ...(await driver.valid(operation)), ...(operation.method === 'GET' && { pad }) }),
  'sixty times': async (driver, operation) => {
    const responses: HttpResponse[] = []
    for (let n = 0; n < 60; n++) responses.push(await driver.call(operation.id, {}, noToken))
    return responses.find(({ status }) => status !== responses[0]?.status) ?? driver.send('/settings.health')
  },
}

/** One response that tells of all: its text has every status and text. */
async function eachOf<T>(inputs: readonly T[], send: (input: T) => Promise<HttpResponse>): Promise<HttpResponse> {
  const responses: HttpResponse[] = []
  for (const input of inputs) responses.push(await send(input))
  const all = responses.map(({ status, text }) => `${status} ${text}`).join('\n')
  const last = responses.at(-1)
  return { status: 0, headers: new Headers(), json: undefined, ...last, text: all }
}

/** Authorised requests that are not as listed, several to a probe. */
const altered: Readonly<Record<string, Send>> = {
  'each field left out': async (driver, operation) => {
    const whole = await driver.valid(operation)
    return eachOf(Object.keys(whole), (name) =>
      driver.call(operation.id, Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name))),
    )
  },
  'each field as a text, a number or an object': async (driver, operation) => {
    const whole = await driver.valid(operation)
    const altered = Object.keys(whole).flatMap((name) =>
      ['5', 'true', 5, {}].map((value) => ({ ...whole, [name]: value })),
    )
    return eachOf(operation.method === 'GET' ? [whole] : altered, (input) => driver.call(operation.id, input))
  },
  'other bodies': async (driver, operation) => {
    const { path, method } = operation
    const whole = JSON.stringify(await driver.valid(operation))
    return eachOf(['[]', '', '{}', whole.slice(0, -1)], (body) =>
      driver.send(path, { method, ...(method === 'POST' && { body }) }),
    )
  },
  'encoded query': async (driver, operation) => {
    const { path, method } = operation
    const query = Object.entries(await driver.valid(operation))
    const encoded = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')
    const sent = (form: (text: string) => string) =>
      `${path}?${query.map(([name, value]) => `${name}=${form(String(value))}`).join('&')}`
    return method === 'POST'
      ? driver.send('/settings.health')
      : eachOf([encoded, (text: string) => encoded(text).replaceAll('%', '%25')], (form) => driver.send(sent(form)))
  },
}

/** Each parameter twice. */
const several: Send = async (driver, operation) => {
  const query = Object.entries(await driver.valid(operation)).map(([name, value]) => `${name}=${String(value)}`)
  const path = `${operation.path}?${[...query, ...query].join('&')}`
  return driver.send(operation.method === 'GET' ? path : '/settings.health')
}

const probes: Readonly<Record<string, Send>> = { ...refused, ...admitted, ...altered, 'each parameter twice': several }

const noToken = { headers: { authorization: 'none' } }
// As long as what a run sends: widespread servers refuse a request line of more than 4,094 bytes before the API sees it.
const pad = 'x'.repeat(3000)

/** A field that nobody lists: only where there is a body to carry it, and nothing keeps it. */
const bulk = ({ body }: Operation, value: unknown): Json => (body ? { sshPublicKey: value } : {})

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

function unknownIds(input: Json, id = 'no-such-identifier'): Json {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, name.endsWith('Id') || name === 'id' ? id : value]),
  )
}

/** Status, headers and body, and what the server holds afterwards; identifiers and times taken out. */
function signature({ reference: { store } }: Driver, { status, headers, text }: HttpResponse): string {
  const seen = ['content-type', 'content-encoding', 'location', 'allow'].map((name) => headers.get(name))
  return withoutChance(JSON.stringify([status, seen, text, holdings(store)]))
}

function withoutChance(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').replace(/(?<![a-zA-Z])[0-9a-f]{6,}/g, 'ID')
}

/** How many records there are, how often each was written, and the host's state. */
export function holdings(store: Store): unknown {
  const records = Object.values(store.records)
  const written = records.map((table) => [table.size, ...table.rows().map(({ revision }) => revision)])
  return [written, store.settings.entries(), store.files.entries(), store.users.rows(), store.nodes.rows()]
}

/** Some operations of a list, or of all: first, middle and last, for a list may begin with its exceptions. */
export function someOf(ids: readonly string[] | '*'): Operation[] {
  const all = ids === '*' ? ['settings.getIp', 'application.one', 'application.update'] : ids
  const picked = new Set([all[0], all[Math.floor(all.length / 2)], all.at(-1)])
  return [...picked].map((id) => findOperation(id ?? '')).filter((operation) => operation !== undefined)
}
