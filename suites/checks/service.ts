/** What the service says of itself: its version, and the description of its API. */
import { does, operations as listed } from '../../schemas/registry.ts'
import { control } from '../evidence/control.ts'
import { check, type Check } from './check.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { compareDocument, documentIn, mentionedIn } from '../values/openapi.ts'
import { danglingIn } from '../values/references.ts'
import { saysSomething, successful, valueOfResponse } from './seen.ts'

const version = check({
  id: 'version/told',
  clause: 'VER-2',
  claim: 'MUST return the version of the running service',
  sends: 'the valid request',
  expects: 'a string or a number in the response, in any shape',
  kills: ['version/*'],
  on: does('reads', 'host', 'version'),
  needs: { control },
  prove({ control: sent, ...context }) {
    const { response } = successful(sent, context)
    if (response?.json.ok !== true) throw new Inconclusive('the response is not JSON', undefined, [sent])
    if (!saysSomething(valueOfResponse(context, sent)))
      throw new Breach({ expected: 'a version', got: inWords(sent), exchanges: [sent] })
  },
})

/** How many differences a note names. */
const NAMED = 6

/** So much of the API stands in a description that is meant to be whole. */
const WHOLE = 0.9

const inShort = (differences: readonly string[]): string => {
  const more = differences.length > NAMED ? `; and ${differences.length - NAMED} more` : ''
  return `${differences.slice(0, NAMED).join('; ')}${more}`
}

const described = check({
  id: 'openapi/described',
  clause: 'VER-3',
  claim: 'MUST return a machine-readable description of the API',
  sends: 'the valid request',
  expects:
    'an OpenAPI document, at any depth or as a string; if it has nine tenths of the operations, a missing one or another method is a warning; so is a reference to nothing; other differences are a note',
  kills: [
    'openapi/empty-object',
    'openapi/no-paths',
    'openapi/true',
    'openapi/lacks-group',
    'openapi/other-method',
    'openapi/other-methods',
    'openapi/loose-reference',
    'openapi/loose-default',
  ],
  on: does('reads', 'host', 'description'),
  needs: { control },
  prove({ control: sent, ...context }) {
    const { response } = successful(sent, context)
    if (response?.json.ok !== true) throw new Inconclusive('the response is not JSON', undefined, [sent])
    const value = valueOfResponse(context, sent)
    if (!saysSomething(value))
      throw new Breach({ expected: 'a description of the API', got: inWords(sent), exchanges: [sent] })
    const document = documentIn(value)
    if (document) {
      const { operations, otherwise, lacking, differences: rest } = compareDocument(document)
      const differences = [...lacking, ...rest]
      if (Object.keys(Object(document['paths'] ?? { none: true })).length === 0)
        throw new Breach({
          expected: 'a description of the API',
          got: 'one of no path at all',
          cause: 'no path',
          exchanges: [sent],
        })
      if (operations + otherwise === 0)
        throw new Inconclusive('the OpenAPI document names none of the operations', undefined, [sent])
      if (lacking.length > 0 && operations + otherwise >= WHOLE * listed.length)
        throw new Breach({
          expected: 'every operation with its method',
          got: `${operations} of ${listed.length}: ${inShort(lacking)}`,
          cause: otherwise > lacking.length / 2 ? 'methods' : 'operations',
          exchanges: [],
          level: 'SHOULD',
        })
      // As it was sent: a vendor's words may be translated in names, and not in what points at them.
      const [loose] = danglingIn(documentIn(JSON.parse(response.text)))
      if (loose !== undefined)
        throw new Breach({
          expected: 'every reference of the document to point at a part of it',
          got: `${loose}, which is not there`,
          cause: 'a reference to nothing',
          exchanges: [],
          level: 'SHOULD',
        })
      if (differences.length === 0) return
      throw new Breach({
        expected: 'the operations, parameters and body fields of the specification',
        got: `${differences.length} differences: ${inShort(differences)}`,
        cause: 'differences',
        exchanges: [],
        level: 'MAY',
      })
    }
    const named = mentionedIn(value)
    if (named === 0)
      throw new Inconclusive('the response is not an OpenAPI document, and names none of the operations', undefined, [
        sent,
      ])
    throw new Breach({
      expected: 'an OpenAPI document',
      got: `a description of another sort, which names ${named} of the ${listed.length} operations`,
      cause: 'another format',
      exchanges: [],
      level: 'MAY',
    })
  },
})

export const serviceChecks: readonly Check[] = [version, described]
