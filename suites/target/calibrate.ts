/** Learns how the target speaks before anything is judged (docs/judgement.md, rule 1). */
import type { Client } from '../../fixtures/http/client.ts'
import type { Credential } from '../../fixtures/http/credentials.ts'
import { NoVerdict } from '../../fixtures/errors.ts'
import { proxyVariable } from '../../fixtures/http/address.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { valueOf, without } from '../../fixtures/payload/find.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import { values } from '../../fixtures/payload/values.ts'
import { doing, lifeOf, type Operation } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { inWords } from '../claim/finding.ts'
import { forbidden } from './offered.ts'
import { CONTAINER_APP } from './found.ts'
import { likelyPathsIn } from '../values/paths.ts'
import { settled, withoutFew } from './settled.ts'
import { saysNotNow } from './not-now.ts'
import { fingerprint, profileOf, sameFingerprint, type Profile } from './profile.ts'
import { saysError } from './says-no.ts'

const version = doing('reads', 'host', 'version')
const directories = doing('reads', 'host', 'directories')
const users = doing('lists', 'user')
const templates = doing('lists', 'template')
const containers = doing('lists', 'container')
const nodes = doing('lists', 'node')

/** Reads without parameters, of several groups: what the target is asked to learn its ways. */
const reads: readonly Operation[] = [
  doing('reads', 'host', 'health'),
  version,
  users,
  doing('lists', 'registry'),
  doing('reads', 'host', 'cloud'),
  templates,
  containers,
  nodes,
  directories,
]
/** Reads by an identifier, asked for what nobody has. */
const byId: readonly Operation[] = [
  ...(['application', 'compose', 'sqla', 'registry'] as const).map((kind) => lifeOf(kind).one),
  doing('reads', 'user'),
]
/** The operations by which a target is learned: where one is broken, what is learned may be too. */
export const askedToCalibrate: readonly Operation['id'][] = [...reads, ...byId].map(({ id }) => id)
/** How many of them are asked with bad credentials, and how many with each bad credential. */
const REFUSED = 5
const ASKED = 2

const credentials: readonly Credential[] = [
  'empty-header',
  'bearer-alone',
  'no-scheme',
  'wrong-scheme',
  'token-prefix',
  'longer-token',
]

/** Requests that calibration sends at most, while nothing fails. */
export const CALIBRATION = 48

export interface Calibration {
  readonly profile: Profile
  /** What reads without parameters showed that others can point at. */
  readonly found: References
  readonly serviceVersion: string
  /** Bad tokens that calibration has sent. */
  readonly badTokens: number
  readonly observed: Readonly<Record<string, unknown>>
}

export async function calibrate(client: Client, options: RunOptions): Promise<Calibration> {
  const own = values(options.run, options.seed, 'calibration')
  const offered = reads.filter((one) => forbidden(one, options) === null)
  const ask = (one: (typeof offered)[number], credential: Credential) => {
    const send = () => client.send({ operation: one.id, method: 'GET', path: one.path, credential })
    // Another bad token only where the target bears more of them.
    return credential === 'right' || options.badTokens === null ? settled(send) : send()
  }
  const control = (method: 'GET' | 'POST', path: string) =>
    settled(() => client.send({ operation: null, method, path, ...(method === 'POST' ? { body: {} } : {}) }))

  const [first] = offered
  if (!first) throw new NoVerdict('The target file omits every operation that shows how the target speaks; omit fewer.')
  const greeting = await ask(first, 'right')
  if (!greeting.response) throw unreachable(options, greeting)

  // A few bad tokens only, where the target bears only a few.
  const spend = options.badTokens ?? Infinity
  const refused = offered.slice(0, REFUSED)
  const wrongTokens = offered.slice(0, spend < 40 ? Math.min(1, spend) : REFUSED)
  const asked = spend < 40 ? [] : offered.slice(0, ASKED)
  const unknown = () => own.word()
  const readsById = byId.filter((one) => forbidden(one, options) === null)
  const [right, wrong, unknownPaths, wrongMethods, unknownIds, bare] = await Promise.all([
    Promise.all(offered.slice(1).map((one) => ask(one, 'right'))),
    Promise.all([
      ...refused.map((one) => ask(one, 'no-header')),
      ...wrongTokens.map((one) => ask(one, 'wrong-token')),
      ...asked.flatMap((one) => credentials.map((credential) => ask(one, credential))),
    ]),
    Promise.all([
      control('GET', `/${unknown()}.${unknown()}`),
      control('POST', `/${unknown()}.${unknown()}`),
      control('GET', `/settings.${unknown()}`),
      control('POST', `/application.${unknown()}`),
    ]),
    Promise.all(offered.slice(0, 2).map((one) => control('POST', one.path))),
    Promise.all(
      readsById.map((one) => {
        const query = Object.fromEntries(one.query.map(({ name }) => [name, own.unknownId()]))
        return settled(() => client.send({ operation: one.id, method: 'GET', path: one.path, query }))
      }),
    ),
    Promise.all(readsById.map((one) => ask(one, 'right'))),
  ])
  const rights = [greeting, ...right]
  // A target says of no path that it is not there now.
  const spoken = (all: readonly Exchange[]) => all.filter((one) => !saysNotNow(one))
  const profile = profileOf({
    right: rights,
    wrong: withoutFew(wrong),
    unknownPaths: spoken(unknownPaths),
    wrongMethods: spoken(wrongMethods),
    unknownIds: withoutFew(unknownIds),
    bare,
  })
  const successes = rights.filter((one) => one.response && profile.isSuccess(one.response))
  const misled = misdirected(options, rights, profile)
  if (misled !== null) throw new NoVerdict(misled)
  if (
    successes.length === 0 &&
    wrong.length > 0 &&
    rights.every((one) => wrong.some((bad) => sameFingerprint(fingerprint(bad), fingerprint(one))))
  )
    throw new NoVerdict(
      indifferent(options, greeting, wrong, unknownPaths) ??
        failing(options, greeting) ??
        `${options.target.baseUrl} refuses the token: it is answered just like a wrong one (${fingerprint(greeting).status} ` +
          `${fingerprint(greeting).code}); give the target's own with --token or TOUCHSTONE_TOKEN.`.replace('  ', ' '),
    )
  const shownBy = ({ id }: Operation) => successes.find((one) => one.operation === id)?.response?.json
  const shown = shownBy(version)
  return {
    profile,
    found: discover(options, successes, profile),
    serviceVersion: shown?.ok ? versionIn(shown.value) : '',
    badTokens: wrong.filter((one) => one.credential !== 'no-header').length,
    observed: {
      refusals: profile.refusals,
      unknownPaths: profile.unknownPaths,
      wrongMethods: profile.wrongMethods,
      unknownIds: profile.unknownIds,
    },
  }
}

/** What to do about a target that can't be reached, by why it can't. */
function remedyOf(options: RunOptions, failure: string): string {
  if (/certificate|altnames/i.test(failure))
    return 'if you trust it, give the certificate of its authority by --ca FILE, or --insecure to check none'
  const remedy = 'check the address and that the server runs'
  const proxy = proxyVariable(options)
  if (proxy !== undefined)
    return `${remedy}, and the proxy that ${proxy} names; NO_PROXY names hosts to reach without it`
  const asks = options.target.baseUrl.startsWith('https:') && /closed|alert|ECONNRESET/i.test(failure)
  return asks && !options.tls?.cert ? `${remedy}; if it asks for a client certificate, give --cert and --key` : remedy
}

function unreachable(options: RunOptions, exchange: Exchange): NoVerdict {
  const failure = exchange.failure ?? 'no response'
  const why = failure.replace(/; if the root CA.*$/, '')
  return new NoVerdict(`${options.target.baseUrl} can't be reached (${why}); ${remedyOf(options, failure)}.`)
}

/** Why nothing tells the right token from others: all of it is answered with success; null: it is refused. */
function indifferent(
  { target }: RunOptions,
  right: Exchange,
  wrong: readonly Exchange[],
  unknownPaths: readonly Exchange[],
): string | null {
  const { response } = right
  if (!response || response.status >= 300 || saysError(response)) return null
  const brief = (body: string) => JSON.stringify(body.replaceAll(/\s+/g, ' ').slice(0, 60))
  const like = (exchange: Exchange | undefined) =>
    exchange?.response ? `${exchange.response.status} ${brief(exchange.response.text)}` : 'no response'
  const without = wrong.find(({ credential }) => credential === 'no-header')
  const other = wrong.find(({ credential }) => credential === 'wrong-token')
  return (
    `${target.baseUrl} answers alike with the right token (${like(right)}), with a wrong one (${like(other)}) and with ` +
    `none (${like(without)}); a path that does not exist gets ${like(unknownPaths[0])}. It checks no token, or is not ` +
    `this API: check the address, whose path is kept as a prefix.`
  )
}

/** Why the token has nothing to do with it, in a sentence: whoever asks, the server fails; null: it does not fail. */
function failing({ target }: RunOptions, right: Exchange): string | null {
  if (right.response === null || right.response.status < 500) return null
  return (
    `${target.baseUrl} fails with the right token, a wrong one and none alike: ${inWords(right)}. ` +
    `Look into the log of the server, and of what stands before it.`
  )
}

/** Why the address is surely not the API's, in a sentence; null: it may be. */
function misdirected({ target }: RunOptions, rights: readonly Exchange[], { unknownPaths }: Profile): string | null {
  const fingerprints = rights.map(fingerprint)
  const [first] = rights
  const location = first?.response?.headers['location']
  if (location !== undefined && fingerprints.every(({ status }) => status >= 300 && status < 400))
    return `${target.baseUrl} redirects every request, the first to ${[location].flat().join(', ')}; give the address that answers by itself.`
  if (fingerprints.every((one) => one.status === 404 && unknownPaths.some((path) => sameFingerprint(path, one))))
    return (
      `${target.baseUrl} has none of the operations: each is answered like a path that does not exist (404); ` +
      `check the address, whose path is kept as a prefix.`
    )
  return null
}

/** The text that looks like a version, in a response of any shape; else the response itself, shortened. */
function versionIn(value: unknown): string {
  const said = textsIn(value).find((text) => /^v?\d+(\.\d+)+/.test(text))
  return (said ?? (typeof value === 'string' ? value : JSON.stringify(value))).slice(0, 100)
}

/** Identifiers that the target's own lists show, for those that the user did not give. */
function discover(options: RunOptions, successes: readonly Exchange[], { envelope }: Profile): References {
  const shown = ({ id }: Operation) => {
    const json = successes.find((one) => one.operation === id)?.response?.json
    // A page that documents every response is no file of the host's.
    return json?.ok ? without(json.value, envelope) : undefined
  }
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
  const found: Record<string, string | undefined> = {
    userId: text(valueOf(shown(users), 'userId')),
    authId: text(valueOf(shown(users), 'authId')),
    [CONTAINER_APP]: text(valueOf(shown(containers), 'appName')),
    containerId: text(valueOf(shown(containers), 'containerId')),
    nodeId: text(valueOf(shown(nodes), 'nodeId')),
    id: text(options.target.identifiers.templateId) ?? text(valueOf(shown(templates), 'id')),
    path: likelyPathsIn(shown(directories))[0],
    ...options.target.identifiers,
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
