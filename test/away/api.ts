import { startAway, type AwayOptions, type RunningAway } from '../../fixtures/away/index.ts'

/** A response of the away server as a client hears it. */
export interface Heard {
  readonly status: number
  readonly type: string
  readonly headers: Headers
  readonly text: string
  /** The parsed body, or undefined for what is no JSON. */
  readonly body: unknown
}

export type Fields = Readonly<Record<string, unknown>>

/** How a request differs from that of a well-behaved client. */
export interface Odd {
  /** The Authorization header; null for none. */
  readonly auth?: string | null
  readonly type?: string
  readonly method?: string
}

/** The value at a path of names, such as `data.name`; undefined where there is none. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null) return undefined
    return (inner as Fields)[name]
  }, value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const DATABASE = { databaseName: 'main', databaseUser: 'ann', databasePassword: 'pa-ss' }

/** A client of one away server. */
export class Api {
  readonly away: RunningAway

  constructor(away: RunningAway) {
    this.away = away
  }

  async send(method: string, path: string, body?: string | Uint8Array<ArrayBuffer>, odd: Odd = {}): Promise<Heard> {
    const { auth = `Bearer ${this.away.token}`, type = 'application/json' } = odd
    const headers = {
      ...(auth === null ? {} : { authorization: auth }),
      ...(body === undefined ? {} : { 'content-type': type }),
    }
    const init = body === undefined ? { method, headers } : { method, headers, body }
    const response = await fetch(`${this.away.baseUrl}${path}`, init)
    const text = await response.text()
    const { status } = response
    return {
      status,
      type: response.headers.get('content-type') ?? '',
      headers: response.headers,
      text,
      body: parse(text),
    }
  }

  get(name: string, query: Readonly<Record<string, string>> = {}, odd: Odd = {}): Promise<Heard> {
    const search = new URLSearchParams(query).toString()
    return this.send(odd.method ?? 'GET', `/${name}${search === '' ? '' : `?${search}`}`, undefined, odd)
  }

  post(name: string, fields?: Fields, odd: Odd = {}): Promise<Heard> {
    return this.send(odd.method ?? 'POST', `/${name}`, fields === undefined ? undefined : JSON.stringify(fields), odd)
  }

  /** Something that the server has from the start. */
  seed(name: string): string {
    return this.away.target.identifiers[name] ?? ''
  }

  spare(name: string): string {
    return this.away.target.expendable[name] ?? ''
  }

  /** A good create body for a kind. */
  async sample(kind: string): Promise<Fields> {
    const inProject = { name: `a ${kind}`, appName: `${kind}-app`, projectId: this.seed('projectId') }
    switch (kind) {
      case 'application':
      case 'compose':
        return { name: `a ${kind}`, projectId: this.seed('projectId') }
      case 'colstore':
        return { name: 'a colstore', appName: 'colstore-app', ...DATABASE, environmentId: this.seed('environmentId') }
      case 'docstore':
        return { ...inProject, databaseUser: 'ann', databasePassword: 'pa-ss' }
      case 'kvstore':
        return { ...inProject, databasePassword: 'pa-ss' }
      case 'sqlb':
      case 'sqlc':
        return { ...inProject, ...DATABASE, databaseRootPassword: 'ro-ot' }
      case 'registry': {
        const account = { registryName: 'a registry', username: 'ann', password: 'pa-ss' }
        return { ...account, registryUrl: 'registry.example', registryType: 'cloud', imagePrefix: 'acme' }
      }
      case 'port':
        return { publishedPort: 8080, targetPort: 80, applicationId: await this.make('application') }
      case 'mounts':
        return { type: 'bind', mountPath: '/Data', serviceId: await this.make('application') }
      default:
        return { ...inProject, ...DATABASE }
    }
  }

  /** Creates a record and gives its identifier. */
  async make(kind: string, fields: Fields = {}): Promise<string> {
    const heard = await this.post(`${kind}.create`, { ...(await this.sample(kind)), ...fields })
    const id = at(heard.body, `data.${idField(kind)}`)
    if (typeof id !== 'string') throw new Error(`${kind}.create answered ${heard.status} ${heard.text}`)
    return id
  }

  one(kind: string, id: string): Promise<Heard> {
    return this.get(`${kind}.one`, { [idField(kind)]: id })
  }

  /** One field of a stored record. */
  async field(kind: string, id: string, name: string): Promise<unknown> {
    return at((await this.one(kind, id)).body, `data.${name}`)
  }

  async has(kind: string, id: string): Promise<boolean> {
    return (await this.one(kind, id)).status === 200
  }
}

export const idField = (kind: string): string => (kind === 'mounts' ? 'mountId' : `${kind}Id`)

export const KINDS = [
  'application',
  'compose',
  'colstore',
  'sqlb',
  'sqla',
  'sqlc',
  'docstore',
  'kvstore',
  'registry',
  'port',
  'mounts',
]

/** Starts a server, lets some work be done with it, and ends it. */
export async function using<T>(options: AwayOptions, work: (api: Api) => Promise<T>): Promise<T> {
  const away = await startAway(options)
  try {
    return await work(new Api(away))
  } finally {
    await away.close()
  }
}

/** Whether a response is an error in the shape of the specification. */
export function isError(heard: Heard): boolean {
  const [message, code, issues] = [at(heard.body, 'message'), at(heard.body, 'code'), at(heard.body, 'issues')]
  return (
    heard.status >= 400 &&
    heard.type === 'application/json' &&
    typeof message === 'string' &&
    typeof code === 'string' &&
    Array.isArray(issues) &&
    issues.every((issue) => typeof at(issue, 'message') === 'string')
  )
}

export const good = (heard: Heard): boolean => heard.status >= 200 && heard.status < 300
