/** What the issues of an error speak of: a list that requests share tells of the problems of others. */
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { findOperation, operations, type Operation } from '../../schemas/registry.ts'
import type { Monitor, Watched } from '../checks/check.ts'
import { onErrors } from './draws.ts'

const fieldsOf = ({ body, query }: Operation): readonly string[] => [
  ...(body?.fields ?? []).map(({ name }) => name),
  ...query.map(({ name }) => name),
]

/** Names that no text has by chance: of several words. */
const names: ReadonlySet<string> = new Set(operations.flatMap(fieldsOf).filter((name) => /[a-z][A-Z]/.test(name)))

/** One name may be what this target calls something that it made of the request. */
const SEVERAL = 2

const ownIssues: Monitor = {
  ...onErrors,
  id: 'errors/own-issues',
  clause: 'ERR-4',
  claim: 'SHOULD list the problems of the request alone in `issues`',
  expects: 'issues that point at no fields of other operations, besides those that the request carried',
  kills: ['errors/shared-issues'],
  whenBare: 'no error carried `issues`',
  watch(response, { profile, exchange }): Watched {
    const operation = findOperation(exchange.operation ?? '')
    const error: unknown = response.json.ok && profile.isError(response) ? response.json.value : undefined
    const issues: unknown = Object(error).issues
    if (!operation || error === undefined) return 'off'
    if (!Array.isArray(issues) || issues.length === 0) return 'bare'
    const { query, body } = exchange.asked ?? {}
    const own = new Set([...fieldsOf(operation), ...Object.keys(query ?? {}), ...Object.keys(Object(body) as object)])
    // The words of a message may speak of anything.
    const pointers = issues.flatMap((one: unknown) => textsIn({ ...Object(one), message: undefined }))
    const others = new Set(pointers.filter((text) => names.has(text) && !own.has(text)))
    if (others.size < SEVERAL) return 'held'
    return {
      level: 'SHOULD',
      expected: 'no issues of other requests',
      got: `issues at ${[...others].slice(0, 3).join(', ')}, which this request neither lists nor carried`,
      cause: 'issues of others',
    }
  },
}

export const issueMonitors: readonly Monitor[] = [ownIssues]
