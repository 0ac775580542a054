/** What a run judges by, as digests: whoever has the same version can reckon them again. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clauses } from '../../schemas/clauses.ts'
import { digestOf, planDigest, sha256 } from '../../schemas/digest.ts'
import { operations } from '../../schemas/registry.ts'
import type { Digests } from '../../schemas/report.ts'
import type { AnyCheck } from '../checks/check.ts'
import { checks, clausesOf } from './checks.ts'
import { resultId } from './judge.ts'
import type { Planned } from './plan.ts'

/** The API as the registry and the ledger have it. */
function specification(): string {
  return digestOf({
    operations: operations.map(({ id, method, path, query, body, effect, clause }) => ({
      id,
      method,
      path,
      query: query.map(({ name, required }) => ({ name, required })),
      body: body && { fields: body.fields.map(({ name, type, shown }) => ({ name, type, shown: shown ?? null })) },
      effect,
      clause,
    })),
    clauses: clauses.map(({ id, says, asserted }) => ({ id, says, asserted })),
  })
}

/** A function's text without comments and layout: compiling takes them away, and they change nothing. */
const source = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replace(/[\s;]+/g, '')

/** All that a check says and does itself, and what evidence it asks for; which faults kill it is about our own tests. */
function digestOfCheck(check: AnyCheck): string {
  const { kills: _kills, needs: _needs, ...written } = { ...check, ...check.definition, definition: null }
  const own: unknown = JSON.parse(
    JSON.stringify(written, (_, value: unknown) => (typeof value === 'function' ? source(String(value)) : value)),
  )
  const needs = Object.entries(check.needs).map(([name, { wishes }]) => [
    name,
    wishes.map(({ kind, part = null }) => [kind.id, part]),
  ])
  const judged = operations.filter((one) => check.on(one)).map(({ id }) => id)
  return digestOf({ own, needs, clauses: clausesOf(check), judged })
}

/** The rooms whose files decide what is sent and what is said of it. */
const rooms = ['schemas', 'fixtures', 'suites']

/** The same files are TypeScript in a clone and JavaScript in a package. */
function code(): string {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const extension = extname(import.meta.url)
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name) === extension)
      .map((name) => [`${room}/${name.replaceAll('\\', '/')}`, join(root, room, name)] as const),
  )
  // Canonical JSON sorts them by name.
  return digestOf(Object.fromEntries(files.map(([name, file]) => [name, sha256(readFileSync(file))])))
}

/** Reckoned once in a process. */
function once<T>(reckon: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => (known ??= { value: reckon() }).value
}

const ofCode = once(code)

/** What does not hang on the run, but for the code. */
const ofSuite = once((): Omit<Digests, 'plan' | 'code'> => {
  const each = Object.fromEntries(checks.map((check) => [check.id, digestOfCheck(check)]))
  return { specification: specification(), suite: digestOf(each), checks: each }
})

/** As much of it as tells whether one run may go on with another: it is reckoned before anything is sent, the rest meanwhile. */
export const briefDigestsOf = (plan: readonly Planned[]): Pick<Digests, 'code' | 'plan'> => ({
  code: ofCode(),
  plan: planDigest(plan.flatMap(({ operation, checks: mine }) => mine.map((check) => resultId(operation, check)))),
})

export const digestsOf = (plan: readonly Planned[]): Digests => ({ ...ofSuite(), ...briefDigestsOf(plan) })
