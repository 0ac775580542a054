/**
 * A reference server that speaks invented words throughout: a proxy that puts requests into the specification's words and
 * answers into its own. It shares no code with what it tests.
 */
import { createServer, request, type IncomingMessage } from 'node:http'
import { databaseKinds } from '../schemas/operation.ts'
import { groups, operations } from '../schemas/registry.ts'

type Words = ReadonlyMap<string, string>

const names = [...new Set(operations.map(({ name }) => name))]
const listed = operations.flatMap(({ query, body }) => [...query, ...(body?.fields ?? [])])
const kindIds = databaseKinds.map((kind) => `${kind}Id`)
const fields = [...new Set(listed.map(({ name }) => name))].filter((name) => !kindIds.includes(name))

/** An invented word for every group, operation, field and shown value; some of them are other words of ours. */
export const invented: Record<'groups' | 'operations' | 'fields' | 'values', Readonly<Record<string, string>>> = {
  groups: Object.fromEntries(Object.keys(groups).map((group, at, all) => [group, all[at + 1] ?? 'zork'])),
  operations: {
    ...Object.fromEntries(names.map((name) => [name, `zu${name[0]?.toUpperCase()}${name.slice(1)}`])),
    'sqla.create': 'forge',
  },
  fields: Object.fromEntries(fields.map((name, at) => [name, `f${at}_${name.slice(0, 3)}`])),
  values: { buildfile: 'recipe', bind: 'glue', cloud: 'sky', idle: 'asleep' },
}

const shownIn: Readonly<Record<string, string>> = {
  buildType: 'buildfile',
  type: 'bind',
  registryType: 'cloud',
  applicationStatus: 'idle',
}

const turned = (words: Words): Words => new Map([...words].map(([ours, theirs]) => [theirs, ours]))

function rename(value: unknown, keys: Words, words: (key: string, text: string) => string, key = ''): unknown {
  if (typeof value === 'string') return words(key, value)
  if (Array.isArray(value)) return value.map((one) => rename(one, keys, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const other = keys.get(name) ?? (taken.get(keys)?.has(name) ? `_${name}` : name)
      return [other, rename(one, keys, words, keys === out ? name : other)]
    }),
  )
}

const out: Words = new Map([
  ...Object.entries(invented.fields),
  ...databaseKinds.map((kind) => [`${kind}Id`, `${invented.groups[kind]}Id`] as const),
])
const back: Words = turned(out)
/** What some other word is turned into. */
const taken: ReadonlyMap<Words, ReadonlySet<string>> = new Map(
  [out, back].map((words) => [words, new Set(words.values())]),
)
const paths: Words = new Map(
  operations.map(({ id, group, name }) => [
    `/${invented.groups[group]}.${invented.operations[id] ?? invented.operations[name]}`,
    `/${group}.${name}`,
  ]),
)
/** Its own description: paths and properties are keys in it, parameters are values. */
function describe(value: unknown, named = false): unknown {
  if (Array.isArray(value)) return value.map((one) => describe(one))
  if (typeof value !== 'object' || value === null) return value
  const words = named ? out : theirPaths
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      key === 'name' && typeof one === 'string' && 'in' in value
        ? [key, out.get(one) ?? one]
        : [words.get(key) ?? key, describe(one, !named && key === 'properties')],
    ),
  )
}
const theirPaths = turned(paths)

const inward = (text: string) => {
  try {
    const parsed: unknown = JSON.parse(text)
    const words = (key: string, value: string) => {
      const shown = shownIn[key]
      return shown !== undefined && invented.values[shown] === value ? shown : value
    }
    return JSON.stringify(rename(parsed, back, words))
  } catch {
    return text
  }
}

function outward(text: string, isError: boolean, ours: string, theirs: string): string {
  // What answers a HEAD has no body.
  if (text === '') return text
  const parsed: unknown = JSON.parse(text)
  if (ours === '/settings.getOpenApiDocument' && !isError) return JSON.stringify(describe(parsed))
  const words = (key: string, value: string) => {
    if (shownIn[key] === value) return invented.values[value] ?? value
    if (!isError || key === 'code') return value
    const named = value.replaceAll(/\w+/g, (word) => out.get(word) ?? invented.groups[word] ?? word)
    return value.includes(ours) ? value.replaceAll(ours, theirs) : named
  }
  return JSON.stringify(rename(parsed, out, words))
}

async function textOf(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of message as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** Where it lists the records of a registry. */
export const registries = `/${invented.groups['registry']}.${invented.operations['all']}`

/** In front of the server at that address. */
export async function startWorded(baseUrl: string): Promise<{ readonly baseUrl: string; close(): void }> {
  const server = createServer({ maxHeaderSize: 1024 * 1024, keepAliveTimeout: 60_000 }, (message, answered) => {
    void (async () => {
      const url = new URL(message.url ?? '/', 'http://a.b')
      const theirs = url.pathname
      // What it does not call so is not there, even where we do.
      const ours = paths.get(theirs) ?? (theirs === '/project.one' ? theirs : `/unknown${theirs.slice(1)}`)
      const asked = [...url.searchParams].map(([key, one]): [string, string] => [back.get(key) ?? key, one])
      const query = new URLSearchParams(asked)
      const verbatim = theirs === '/project.one' ? url.search : query.size > 0 ? `?${query.toString()}` : ''
      const body = Buffer.from(inward(await textOf(message)))
      const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = message.headers
      const length = message.method === 'GET' ? {} : { 'content-length': String(body.length) }
      const onward = request(new URL(ours + verbatim, baseUrl), {
        method: message.method,
        headers: { ...headers, ...length },
      })
      onward.on('error', () => answered.destroy())
      onward.on('response', (response) => {
        void textOf(response).then((text) => {
          const status = response.statusCode ?? 502
          const said = outward(text, status >= 400, ours, theirs)
          const { 'content-length': _size, 'transfer-encoding': _chunks, ...rest } = response.headers
          answered.writeHead(status, { ...rest, 'content-length': Buffer.byteLength(said) }).end(said)
        })
      })
      onward.end(body)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
