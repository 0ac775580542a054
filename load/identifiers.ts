/** The identifiers that journeys need and nobody has given: all of them are asked for at once. */
import { operation, type OperationId } from '../schemas/registry.ts'
import type { WeightedJourney } from './options.ts'

type Known = Readonly<Record<string, string | undefined>>

/** What a journey's first operation takes, and how a user gives it. */
const wanted = [
  { field: 'projectId', give: '--project-id ID' },
  { field: 'environmentId', give: '--environment-id ID' },
  { field: 'id', give: 'identifiers.templateId in the target file (or --skip compose.deployTemplate)' },
] as const

const takes = (id: OperationId | undefined, field: string): boolean =>
  id !== undefined && operation(id).body?.fields.some(({ name }) => name === field) === true

/** How each identifier is given that these journeys begin with and that is not known. */
export function missingIdentifiers(weighted: readonly WeightedJourney[], known: Known): readonly string[] {
  const first = weighted.map(({ journey }) => journey.operations[0])
  return wanted.flatMap(({ field, give }) =>
    known[field] === undefined && first.some((id) => takes(id, field)) ? [give] : [],
  )
}

/** 'a', 'a and b', 'a, b and c'. */
export const joined = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
