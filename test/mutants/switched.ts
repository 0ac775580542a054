/** The one build in which all mutants stand: loads a server from it, switches a mutant on, and tells which requests reach which. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { startAway } from '../../fixtures/away/index.ts'
import type { startReference } from '../../fixtures/reference/serve.ts'
import { ROOT, type ServerName } from './instrument.ts'

/** What Stryker's build looks at while it runs. */
interface Namespace {
  /** By their keys. */
  activeMutants: ReadonlySet<string>
  /** How often the active mutant was reached, and after how many times it throws: no loop goes on for ever. */
  hitCount: number | undefined
  hitLimit: number
  readonly currentTestId: string | undefined
  readonly mutantCoverage: Coverage
}

export interface Coverage {
  /** What is reached while no request is served. */
  readonly static: Record<string, number>
  /** What the requests of each operation reach. */
  readonly perTest: Record<string, Record<string, number>>
}

const entries = {
  home: join(ROOT, 'fixtures/reference/serve.ts'),
  away: join(ROOT, 'fixtures/away/index.ts'),
}

/** Their modules are loaded once and know nothing of mutants. */
const shared = /\/(?:faults|variants)\//
const MARK = '?mutant='

const served = new AsyncLocalStorage<string>()
/** One object for good: what was built holds on to it. */
const coverage: Coverage = { static: {}, perTest: {} }

const namespace: Namespace = {
  activeMutants: new Set(),
  hitCount: undefined,
  hitLimit: 0,
  get currentTestId() {
    return served.getStore()
  },
  mutantCoverage: coverage,
}

/** From now on this thread loads what was mutated from the build in this folder. */
function loadFrom(folder: string): void {
  Object.assign(globalThis, { __stryker__: namespace })
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage }
    served.enterWith(/^\/([^?]*)/.exec(request.url ?? '')?.[1] || 'elsewhere')
  })
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const mark = context.parentURL?.split(MARK)[1]
      const isOurs = found.url.startsWith('file:') && inRoot(found.url).startsWith('fixtures/')
      if (mark === undefined || !isOurs || shared.test(found.url)) return found
      return { ...found, url: `${found.url}${MARK}${mark}` }
    },
    load(url, context, next) {
      const path = url.startsWith('file:') ? join(folder, inRoot(url)) : ''
      if (path === '' || !existsSync(path)) return next(url, context)
      return { format: 'module-typescript', source: readFileSync(path, 'utf8'), shortCircuit: true }
    },
  })
}

const inRoot = (url: string) => relative(ROOT, fileURLToPath(url.split('?', 1)[0] ?? url))

let loaded: string | null = null
let fresh = 0

export interface Switch {
  /** Where the build is. */
  readonly build: string
  readonly server: ServerName
  /** Keys of those that are switched on; none for the server as it is. */
  readonly mutants: readonly string[]
  /** Whether any does its work while modules are loaded: then they are loaded anew for it. */
  readonly isStatic: boolean
  /** How often they may be reached. */
  readonly hitLimit: number
}

/** Switches mutants on, and gives the function that starts the server with them. One build for each thread. */
export async function switchOn({ build, server, mutants, isStatic, hitLimit }: Switch) {
  if (loaded === null) loadFrom(build)
  else if (loaded !== build) throw new Error('this thread has loaded another build')
  loaded = build
  for (const counts of Object.values(coverage))
    for (const name of Object.keys(counts)) Reflect.deleteProperty(counts, name)
  Object.assign(namespace, { activeMutants: new Set(mutants), hitCount: 0, hitLimit })
  const entry = entries[server]
  // Without a mutant too, so that what is reached while loading is counted.
  const mark = isStatic || mutants.length === 0 ? `${MARK}${++fresh}` : ''
  const module: unknown = await import(`${entry}${mark}`)
  // Each entry exports its own of the two.
  const { startReference: home, startAway: away } = module as {
    readonly startReference: typeof startReference
    readonly startAway: typeof startAway
  }
  return server === 'away' ? away : home
}

/** What has been reached since the switch. */
export const reached = (): Coverage => structuredClone(coverage)

export function switchOff(): void {
  Object.assign(namespace, { activeMutants: new Set(), hitCount: undefined })
}
