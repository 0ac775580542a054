/** Values that are nearly of a type, and not of it. */
import { drawn, drawnOf } from '../../../fixtures/payload/draw.ts'
import type { FieldType } from '../../../schemas/operation.ts'
import type { ListedField, Operation, OperationId } from '../../../schemas/registry.ts'

/** A near miss of a type: what it is called, and the value, or how that is made of the valid one. */
type Miss = readonly [kind: string, value: unknown]

/** An integer in quotes. */
export const DIGITS = 'digits as text'
const digits: Miss = [DIGITS, '30000']
/** Each integer of a request in quotes: who takes one so takes no other as it is. */
export const ALL_DIGITS = 'each integer as text'
/** The word for false: a careless conversion makes true of any text. */
export const FALSE = ['a word for a boolean', 'false'] as const satisfies Miss
const PERHAPS: Miss = ['a text that is neither true nor false', 'perhaps']
const NUMBER: Miss = ['a number for a text', 5]
/** By turns with a number: who makes texts of numbers may make them of these, and the other way round. */
const WORD_OF_TRUE: Miss = ['a boolean for a text', true]
const ONE: Miss = ['a number for a boolean', 1]
/** Languages without booleans take it for false. */
const NOUGHT: Miss = ['a number for a boolean', 0]
/** Texts that nobody reads as a value of the type. */
export const NO_NUMBER = 'a text that is no number'
export const NO_ADDRESS = 'a text that is no e-mail address'
/**
 * Several words with an address among them: some servers look no further than for that. It begins and ends as the valid one does,
 * so whoever is invited by it is known to be the run's, and can be removed.
 */
const severalWords = (address: unknown): string => String(address).replace('@', ' and others@')
const FRACTION = 'a fraction'
const fraction: Miss = [FRACTION, 30_000.5]
const nothing: Miss = ['null', null]
const OBJECT = 'an object'
/** Some languages take true for a one. */
const BOOLEAN = 'a boolean for a number'
const ARRAY = 'an array'
const object: Miss = [OBJECT, {}]

const misses: Readonly<Record<FieldType, readonly Miss[]>> = {
  integer: [digits, [NO_NUMBER, 'twelve'], fraction, [ARRAY, [5]], object, [BOOLEAN, true], nothing],
  boolean: [FALSE, PERHAPS, ONE, [ARRAY, [true]], object, nothing],
  string: [NUMBER, [ARRAY, ['x']], object, nothing],
  'string[]': [['a text for a list', 'x'], ['an array of numbers', [5]], object, nothing],
  email: [[NO_ADDRESS, severalWords], NUMBER],
}

/** Whether a miss is a structure where a single value belongs. */
export const isFar = (kind: string | undefined): boolean => kind === ARRAY || kind === OBJECT

/** Mostly a boolean: too few agree on one else, and a structure is held against those that other types are sent. */
const FAR_FROM_NUMBERS = [ARRAY, OBJECT, BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN] as const
const FAR = [ARRAY, OBJECT] as const

/** Of these one is drawn for a field. */
export const isDrawn = (kind: string | undefined): boolean => isFar(kind) || kind === BOOLEAN

/**
 * What a field is given instead. Of an array and an object one is drawn: a server that looks at one looks at both.
 * @param isSubject what the operation is about is known by this field: one is drawn for it
 * @param isOfMany the operation has many of the type: together they are given all
 */
export function missesOf(
  field: ListedField,
  about: OperationId,
  { isSubject = false, isOfMany = false }: { readonly isSubject?: boolean; readonly isOfMany?: boolean } = {},
): readonly Miss[] {
  const isSpared = isOfMany ? sparedOf(field, about) : () => false
  const usual = misses[field.type].filter((miss) => !isSpared(miss))
  if (!isSubject) {
    const all = usual.map((miss) => inTurn(miss, field, about))
    const far = all.filter(([kind]) => isDrawn(kind))
    const sorts = field.type === 'integer' ? FAR_FROM_NUMBERS : FAR
    const [kept] = far.length > 1 ? [drawnOf(sorts, about, `far from ${field.name}`)] : [far[0]?.[0]]
    return all.filter(([kind]) => !isDrawn(kind) || kind === kept)
  }
  const one = usual[drawn(about, 'near miss') % usual.length]
  return one ? [one] : []
}

/**
 * Of booleans what is neither true nor false is spared, and of texts what is no single value; for one in four it is null: more servers take
 * that by mistake.
 */
function sparedOf({ name, type }: ListedField, about: OperationId): (miss: Miss) => boolean {
  const isNull = (miss: Miss) => miss === nothing
  const isOther = (miss: Miss) => (type === 'boolean' ? miss === PERHAPS : isFar(miss[0]))
  return drawnOf([isOther, isOther, isOther, isNull], about, `not for ${name}`)
}

/** Another miss in its place, for some fields; the one address has nothing to be held against but numbers. */
function inTurn(miss: Miss, { name, type }: ListedField, about: OperationId): Miss {
  // A number that hardly any limit refuses: a port that is too low is refused for another reason (docs/judgement.md, rule 8).
  if (miss === digits) return [DIGITS, String(within(RANGES.nodes, about, `digits for ${name}`))]
  // Who takes the whole part of a fraction holds it to the same limits.
  if (miss === fraction) return [FRACTION, within(RANGES.nodes, about, `fraction for ${name}`) + 0.5]
  // What is a name may well be a number to who writes it: none goes without.
  if (miss === NUMBER && type === 'string' && name !== 'name')
    return drawnOf([NUMBER, NUMBER, WORD_OF_TRUE], about, `instead of ${name}`)
  return miss === ONE ? drawnOf([ONE, NOUGHT], about, `instead of ${name}`) : miss
}

/** Where orchestrators take ports from, and a range below it: in how many ports each value is drawn. */
const RANGES = { nodes: [30_000, 2700], low: [10_000, 9000], any: [2, 90] } as const

const within = ([from, size]: readonly [number, number], about: OperationId, what: string): number =>
  from + (drawn(about, what) % size)

/**
 * Further valid values of a field that is no text, which with the one that was sent are three, or both of two: a limit may
 * refuse one of them, but hardly all (docs/judgement.md, rule 2c).
 */
export function otherValuesOf({ name, type }: ListedField, id: OperationId): readonly unknown[] {
  const some = (range: readonly [number, number]) => within(range, id, `another ${name}`)
  switch (type) {
    case 'integer':
      return /port$/i.test(name) ? [some(RANGES.nodes), some(RANGES.low)] : [some(RANGES.any), some(RANGES.low)]
    case 'boolean':
      return [true, false]
    case 'string[]':
      return [['touchstone'], ['touchstone', 'another']]
    case 'string':
    case 'email':
      return []
  }
}

/** The names of all integers that an operation lists. */
export const integersOf = ({ body }: Operation): readonly string[] =>
  (body?.fields ?? []).filter(({ type }) => type === 'integer').map(({ name }) => name)

/** Each of them as a text of digits: who reads numbers so refuses one alone for the others' sake. */
export const asDigits = (operation: Operation): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (operation.body?.fields ?? [])
      .filter(({ type }) => type === 'integer')
      .map((field) => [field.name, String(otherValuesOf(field, operation.id)[0])]),
  )
