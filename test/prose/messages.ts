/** Messages in code: what a run says, which no list of claims or help texts holds. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Text } from './texts.ts'

const rooms = ['suites', 'load', 'reports', 'cli', 'schemas', 'api', 'fixtures/http', 'fixtures/image']
const comments = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm
const literals = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

/** Names and keys have fewer words; markup and code have signs. */
const isMessage = (text: string) => text.split(/\s+/).length >= 3 && !/[=<{]/.test(text)

/** The literals of a file that are sentences or parts of one; what a template puts in counts as a name. */
export const messagesIn = (at: string, code: string): readonly Text[] =>
  [...code.replaceAll(comments, '').matchAll(literals)]
    .map(([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, 'Name'))
    .filter(isMessage)
    .map((text) => ({ at, text }))

const filesOf = (room: string): readonly string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(room, name))

export const allMessages = (): readonly Text[] =>
  rooms.flatMap(filesOf).flatMap((file) => messagesIn(file, readFileSync(file, 'utf8')))
