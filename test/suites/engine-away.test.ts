/** Deploys that fail on an engine that is away, and validate first. */
import { expect, it } from 'vitest'
import { identifierField, isRecordKind, operations } from '../../schemas/registry.ts'
import { runOn, TOKEN, type Between } from './standing.ts'

const decided = ['missing-required', 'wrong-type', 'not-an-object', 'malformed-json', 'empty-body', 'unknown-id']

/**
 * Fails on whatever the server would have taken: what it answers to a read of the record tells whether it is there.
 * @param lenient a field that it would do without
 */
const awayFor =
  (lenient?: string): Between =>
  async (request, next) => {
    const { pathname, origin } = new URL(request.url)
    const operation = operations.find(({ path, effect }) => path === pathname && effect === 'deploy')
    const kind = operation?.act.kind
    if (!operation || kind === undefined || !isRecordKind(kind)) return next(request)
    if (request.headers.get('authorization') !== `Bearer ${TOKEN}`) return next(request)
    const text = await request.clone().text()
    const field = identifierField[kind]
    const body: unknown = text.trimEnd().endsWith('}') ? JSON.parse(text) : null
    const isFit = operation.body?.fields.every(({ name }) => name === lenient || typeof Object(body)[name] === 'string')
    if (!isFit) return next(request)
    const read = new URL(`/${operation.group}.one?${field}=${String(Object(body)[field])}`, origin)
    const seen = await next(new Request(read, { headers: { authorization: `Bearer ${TOKEN}` } }))
    if (!seen.ok) return seen
    return Response.json({ message: 'The engine is away', code: 'INTERNAL_SERVER_ERROR', issues: [] }, { status: 500 })
  }

async function ofDeploys(lenient?: string) {
  const options = { only: ['sqla.*', 'kvstore.*'], skip: ['fuzz/*'] }
  const { results } = await runOn({ between: awayFor(lenient), token: TOKEN, options })
  return results.filter(
    ({ operation, check }) =>
      /\.(?:deploy|start|stop|reload)$/.test(operation) && decided.includes(check.replace('params/', '')),
  )
}

it('are judged by what they refuse for another reason', async () => {
  const results = await ofDeploys()
  expect(results).toHaveLength(2 * 4 * decided.length)
  expect(results.filter(({ verdict }) => verdict !== 'pass').map(({ id, message }) => `${id} ${message}`)).toEqual([])
})

it('pass nothing of which one field may be taken for another reason', async () => {
  const open = (await ofDeploys('appName')).filter(({ verdict }) => verdict !== 'pass')
  expect(open.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    'sqla.reload params/missing-required inconclusive',
    'sqla.reload params/wrong-type inconclusive',
    'kvstore.reload params/missing-required inconclusive',
    'kvstore.reload params/wrong-type inconclusive',
  ])
})
