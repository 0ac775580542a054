/** The mutants of a server: StrykerJS makes them all in one build, in which each is switched on while it runs. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/** The folder that the names of files are relative to. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What of each server is mutated: how it reads, checks, keeps and answers; not what it holds at its start, nor its sockets. */
const mutated = {
  home: [
    // Not project.ts, where no operation of the specification is.
    'fixtures/reference/handlers/{application,children,compose,databases,machines,people,records,settings}.ts',
    'fixtures/reference/{auth,body,errors,input,store,table}.ts',
  ],
  away: [
    'fixtures/away/{files,operations,shape,work}/*.ts',
    'fixtures/away/data/{columns,identifiers,schema,store,table}.ts',
    'fixtures/away/http/{body,gate,handle,present,refusal,send,target}.ts',
  ],
} as const

export type ServerName = keyof typeof mutated
export const serverNames = Object.keys(mutated) as ServerName[]

export interface Mutant {
  /** File, line's text, replaced text and replacement: it outlives changes elsewhere in the file. */
  readonly id: string
  /** What switches it on in this build. */
  readonly key: string
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly mutator: string
}

export interface Source {
  readonly name: string
  readonly content: string
}

export interface Instrumented {
  readonly files: readonly Source[]
  readonly mutants: readonly Mutant[]
}

const isOff = () => false
const quiet = () => undefined
/** Errors are thrown besides; the rest is of no interest. */
const logger = {
  isTraceEnabled: isOff,
  isDebugEnabled: isOff,
  isInfoEnabled: isOff,
  isWarnEnabled: isOff,
  isErrorEnabled: isOff,
  isFatalEnabled: isOff,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
}

/** All files of a server that are mutated, in order. */
export const sourcesOf = (server: ServerName): readonly Source[] =>
  mutated[server]
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .toSorted()
    .map((name) => ({ name, content: readFileSync(join(ROOT, name), 'utf8') }))

/** Makes all mutants of these files. */
export async function instrument(sources: readonly Source[]): Promise<Instrumented> {
  const files = sources.map((source) => ({ ...source, mutate: true }))
  const options = { plugins: null, ignorers: [], excludedMutations: [] }
  const made = await new Instrumenter(logger).instrument(files, options)
  const lines = new Map(sources.map(({ name, content }) => [name, content.split('\n')]))
  const seen = new Map<string, number>()
  const mutants = made.mutants.map(({ id: key, fileName, location, mutatorName, replacement }): Mutant => {
    const text = lines.get(fileName) ?? []
    const described = `${fileName}: ${short(text[location.start.line])} | ${short(between(text, location))} => ${short(replacement)}`
    const nth = (seen.get(described) ?? 0) + 1
    seen.set(described, nth)
    const id = nth === 1 ? described : `${described} #${nth}`
    return { id, key, file: fileName, line: location.start.line + 1, mutator: mutatorName }
  })
  return { files: made.files.map(({ name, content }) => ({ name, content: manyAtOnce(content) })), mutants }
}

const ONE = 'ns.activeMutant === id'

/** Stryker switches on one mutant at a time; here any number of them, so that one run judges many. */
function manyAtOnce(content: string): string {
  if (content.includes('stryMutAct') && !content.includes(ONE)) throw new Error(`Stryker no longer asks '${ONE}'`)
  return content.replace(ONE, 'ns.activeMutants.has(id)')
}

/** Writes the build where threads read it. */
export function writeBuild(folder: string, { files }: Instrumented): void {
  for (const { name, content } of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}

interface Place {
  readonly line: number
  readonly column: number
}

/** What stands from one place to another; lines and columns from 0. */
function between(text: readonly string[], { start, end }: { readonly start: Place; readonly end: Place }): string {
  const lines = text.slice(start.line, end.line + 1)
  const last = lines.length - 1
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join('\n')
}

const LONGEST = 80

function short(text = ''): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST - 20)}…${plain.slice(-19)}`
}
