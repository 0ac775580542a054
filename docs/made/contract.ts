/** The parts of pages that say what a program may rely on: commands, keys, fields. */
import type { Argument, Command, Option } from 'commander'
import { program } from '../../cli/program.ts'
import { reportDocument } from '../../schemas/derive/report-schema.ts'
import { targetKeys } from '../../schemas/derive/json-schema.ts'
import { code, prose, table } from './markdown.ts'

function standing({ defaultValue, defaultValueDescription, argChoices }: Option): string {
  const choices = argChoices ? `${argChoices.map(code).join(', ')}` : ''
  const shown: unknown = defaultValueDescription ?? defaultValue
  const without =
    shown === undefined ? '' : `default: ${code(typeof shown === 'string' ? shown : JSON.stringify(shown))}`
  return [choices, without].filter(Boolean).join('; ')
}

const optionRow = (option: Option) => {
  const more = standing(option)
  return [code(option.flags), prose(option.description) + (more === '' ? '' : ` (${more})`)]
}

const called = (argument: Argument) => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

function commandBlock(command: Command): string {
  const { registeredArguments: args } = command
  const usage = ['touchstone', command.name(), ...args.map(called), '[options]'].join(' ')
  const rows = [
    ...args.map((argument) => [code(called(argument)), prose(argument.description)]),
    ...command.options.filter(({ hidden }) => !hidden).map(optionRow),
  ]
  const description = command.description()
  return [
    `### touchstone ${command.name()}`,
    `${description.slice(0, 1).toUpperCase()}${prose(description.slice(1))}.`,
    `\`\`\`text\n${usage}\n\`\`\``,
    ...(rows.length > 0 ? [table(['option', 'meaning'], rows)] : []),
  ].join('\n\n')
}

export const commandsPart = async (): Promise<string> => {
  const { commands } = await program(() => undefined, [])
  return commands.map(commandBlock).join('\n\n')
}

export const keysPart = (): string =>
  table(
    ['key', 'meaning'],
    Object.entries(targetKeys).map(([key, text]) => [code(key), prose(text)]),
  )

interface Shown {
  readonly type?: unknown
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shown>>
  readonly items?: Shown
  readonly required?: readonly string[]
  readonly anyOf?: readonly Shown[]
}

/** What a field is, in a word or two. */
function typeOf({ type, anyOf, items }: Shown): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (type === 'array') return `array of ${typeOf(items ?? {})}s`
  return typeof type === 'string' ? type : 'anything'
}

/** Rows for the fields that say what they mean, and for those within. */
function fieldRows(schema: Shown, before = ''): readonly (readonly string[])[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${before}${name}`
    const optional = required.has(name) ? '' : ', optional'
    const own = [code(path), `${typeOf(field)}${optional}`, prose(field.description ?? '')]
    // A part of a target file is described elsewhere.
    const inner = name === 'entry' || name === 'entries' || name === 'vocabulary' ? {} : (field.items ?? field)
    return [own, ...fieldRows(inner, `${path}${field.items ? '[]' : ''}.`)]
  })
}

export const reportPart = (): string => table(['field', 'type', 'meaning'], fieldRows(reportDocument() as Shown))
