/** Reads a target file: its JSON, its environment variables, its keys; every mistake is told by its place. */
import { readFileSync } from 'node:fs'
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import * as z from 'zod'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { targetFile, type TargetFile } from '../../schemas/target.ts'
import { BLANK } from '../../suites/claim/supply.ts'
import { nearest } from '../../schemas/nearest.ts'
import type { Environment } from './target.ts'

type Path = readonly PropertyKey[]

const placeOf = (file: string, path: Path) => (path.length === 0 ? file : `${file}, ${path.map(String).join('.')}`)

function read(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`the target file ${file} can't be read: ${fileTrouble(error)}`)
  }
  text = text.replace(/^\uFEFF/, '')
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) {
    // Only the place and the sort of the mistake: the file may hold a token.
    const [line, column] = placeIn(text, error.offset)
    const why = printParseErrorCode(error.error).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    throw new UsageError(
      `the target file ${file} is not JSON (line ${line} column ${column}: ${why.toLowerCase()}); fix it and retry`,
    )
  }
  return value
}

/** Line and column of a place in a text, both from 1. */
function placeIn(text: string, offset: number): readonly [line: number, column: number] {
  const before = text.slice(0, offset).split('\n')
  return [before.length, (before.at(-1) ?? '').length + 1]
}

/** `"${NAME}"`, where it is a whole value, reads an environment variable. */
function readVariables(value: unknown, env: Environment, file: string, path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((item, at) => readVariables(item, env, file, [...path, at]))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, readVariables(item, env, file, [...path, key])]),
    )
  }
  if (value === BLANK)
    throw new UsageError(`${placeOf(file, path)}: '${BLANK}' stands for what only you know; fill it in, or take it out`)
  const name = typeof value === 'string' ? /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(value)?.[1] : undefined
  if (name === undefined) return value
  const found = env[name]
  if (found === undefined || found === '') {
    const state = found === undefined ? 'not set' : 'empty'
    throw new UsageError(`${placeOf(file, path)}: the environment variable ${name} is ${state}; set it and retry`)
  }
  return found
}

/** The keys that an object at this path may have. */
function keysAt(path: Path): readonly string[] {
  let schema: unknown = targetFile
  for (const key of path) {
    while (schema instanceof z.ZodOptional) schema = schema.unwrap()
    if (schema instanceof z.ZodObject) schema = schema.shape[String(key)]
    else if (schema instanceof z.ZodRecord) schema = schema.valueType
    else if (schema instanceof z.ZodArray) schema = schema.element
  }
  while (schema instanceof z.ZodOptional) schema = schema.unwrap()
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) return schema.keyType.options.map(String)
  return []
}

const inWords: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function valueAt(given: unknown, path: Path): unknown {
  let value = given
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([name]) => name === String(key))?.[1]
  }
  return value
}

function explain(issue: z.core.$ZodIssue, file: string, given: unknown): string {
  const place = placeOf(file, issue.path)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const key = issue.keys[0] ?? ''
      const elsewhere = keysAt(['identifiers']).includes(key) && issue.path.length === 0
      const hint = elsewhere
        ? `put it into identifiers: {"identifiers": {"${key}": …}}`
        : nearest(key, keysAt(issue.path))
      return `${place}: there is no key '${key}' here; ${hint}`
    }
    case 'invalid_value': {
      const known = issue.values.map(String)
      const value = valueAt(given, issue.path)
      const hint = typeof value === 'string' ? `; ${nearest(value, known)}` : ''
      return `${place}: it must be one of ${known.join(', ')}${hint}`
    }
    case 'invalid_type':
      return `${place}: it must be ${inWords[issue.expected] ?? issue.expected}`
    case 'too_small':
      if (issue.origin === 'string') return `${place}: it must not be empty`
      return `${place}: it must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`
    default:
      return `${place}: ${issue.message}`
  }
}

export const readTargetFile = (file: string, env: Environment): TargetFile => checkTarget(read(file), env, file)

/**
 * What a target file holds, or what a program gives in its place.
 * @param file how messages name it
 * @throws UsageError where a key or a value is none that it may have, or a variable is not set
 */
export function checkTarget(content: unknown, env: Environment, file: string): TargetFile {
  const given = readVariables(content, env, file)
  const parsed = targetFile.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UsageError(issue ? explain(issue, file, given) : `the target file ${file} is not as it must be`)
}
