/** What a product may well have rules for, where the specification is silent. */
import { expect, it } from 'vitest'
import { isAuthorised } from '../../fixtures/reference/tools.ts'
import { errorResponse, operationOf, run, runOn, standing, TOKEN, type Between } from './standing.ts'
import type { Result } from '../../schemas/report.ts'

const told = (results: readonly Result[]) =>
  results.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail').map(({ id, message }) => `${id} ${message}`)

/** With the right token, however its scheme is written. */
const isGiven = ({ method, headers }: Request) => method === 'GET' && headers.get('authorization')?.endsWith(TOKEN)

/** Alters the fields of bodies before the server sees them; null refuses the request. */
const altering =
  (alter: (body: Record<string, unknown>, id: string) => Record<string, unknown> | null): Between =>
  async (request, next) => {
    const operation = operationOf(request)
    if (request.method !== 'POST' || !operation || !isAuthorised(request, TOKEN)) return next(request)
    const text = await request.clone().text()
    if (!text.startsWith('{') || !isJson(text)) return next(request)
    const body = alter(JSON.parse(text) as Record<string, unknown>, operation.id)
    if (body === null) return errorResponse(400, 'BAD_REQUEST')
    const headers = new Headers(request.headers)
    headers.delete('content-length')
    return next(new Request(request.url, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

it('blames no update for a build type without a build file, which has no context path', async () => {
  const isOther = ({ buildType, buildContextPath, buildStage }: Record<string, unknown>) =>
    typeof buildType === 'string' &&
    buildType !== 'buildfile' &&
    typeof buildContextPath === 'string' &&
    typeof buildStage === 'string'
  const { results } = await runOn({
    token: TOKEN,
    between: altering((body, id) =>
      id === 'application.saveBuildType' && isOther(body) ? { ...body, buildContextPath: '', buildStage: '' } : body,
    ),
    options: { only: ['application.*'], skip: ['fuzz/*'] },
  })
  expect(results.length).toBeGreaterThan(500)
  expect(told(results)).toEqual([])
})

it('lets a target keep a path in a repository without the slash before it, and a prefix with one after it', async () => {
  const { results } = await runOn({
    token: TOKEN,
    between: altering(({ ...body }) => {
      const { buildContextPath: path, imagePrefix: prefix } = body
      if (typeof path === 'string') body['buildContextPath'] = path.replace(/^\//, '')
      if (typeof prefix === 'string' && prefix !== '') body['imagePrefix'] = `${prefix.replace(/\/$/, '')}/`
      return body
    }),
    options: { only: ['application.saveBuildType', 'application.update', 'registry.*'], skip: ['fuzz/*'] },
  })
  expect(results.length).toBeGreaterThan(200)
  expect(told(results)).toEqual([])
})

it('makes databases where passwords want letters of both cases', async () => {
  const { results } = await runOn({
    token: TOKEN,
    between: altering((body) => {
      const secrets = [body['databasePassword'], body['databaseRootPassword']]
      return secrets.some((one) => typeof one === 'string' && !/(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8}/.test(one))
        ? null
        : body
    }),
    options: { only: ['sqla.*'], skip: ['fuzz/*'] },
  })
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(400)
  expect(told(results)).toEqual([])
})

it('says of a path that is refused like missing rights that more rights would decide', async () => {
  const hidden: ReadonlySet<string> = new Set(['cluster', 'engine', 'admin', 'user'])
  const { results } = await runOn({
    token: TOKEN,
    between(request, next) {
      if (!isAuthorised(request, TOKEN)) return next(request)
      const operation = operationOf(request)
      const isDenied = operation ? hidden.has(operation.group) : !request.url.includes('/project')
      return isDenied ? errorResponse(403, 'ACCESS_DENIED') : next(request)
    },
    options: { only: [...hidden].map((group) => `${group}.*`), skip: ['fuzz/*'] },
  })
  expect(told(results)).toEqual([])
  const exists = results.filter(({ check, verdict }) => check === 'exists/operation' && verdict !== 'skipped')
  expect(exists.length).toBeGreaterThan(5)
  expect(exists.map(({ verdict }) => verdict)).not.toContain('pass')
})

it.each([1, 2, 3, 4, 5])('warns of no node that joins before the list is read for the time %i', async (at) => {
  let lists = 0
  const stand = await standing({
    token: TOKEN,
    between(request, next) {
      if (new URL(request.url).pathname === '/cluster.getNodes' && isGiven(request)) {
        lists++
        if (lists === at)
          stand.store.nodes.set('joined', {
            nodeId: 'joined',
            hostname: 'worker-7',
            role: 'worker',
            availability: 'active',
            state: 'ready',
          })
      }
      return next(request)
    },
    options: { only: ['cluster.*'], skip: ['fuzz/*'] },
  })
  const { results } = await run(stand)
  expect(lists).toBeGreaterThan(5)
  expect(told(results)).toEqual([])
})
