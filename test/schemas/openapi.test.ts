import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { openApi } from '../../schemas/derive/openapi.ts'
import type { Known } from '../../schemas/derive/openapi-examples.ts'
import { findOperation, isCreate, operations, type OperationId } from '../../schemas/registry.ts'
import { Driver, type Json } from '../reference/drive.ts'

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly { readonly name: string; readonly example?: unknown }[]
  readonly requestBody?: {
    readonly content: Record<string, { schema: { properties: Record<string, unknown> }; example: Json }>
  }
  readonly responses: Record<string, { readonly links?: Record<string, Link> }>
}
interface Link {
  readonly operationId: OperationId
  readonly parameters?: Json
  readonly requestBody?: Json
}
interface Document {
  readonly [key: string]: unknown
  readonly security: unknown
  readonly info: Record<string, unknown>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly servers: readonly { readonly url: string; readonly variables: { baseUrl: { default: string } } }[]
  readonly paths: Record<string, Record<string, Described>>
  readonly components: { readonly securitySchemes: Record<string, unknown> }
}

// A round trip makes it plain JSON, as it is printed.
const plain = (known?: Known): Document => JSON.parse(JSON.stringify(openApi(known)))
const document = plain()
const describedIn = ({ paths }: Document): Described[] => Object.values(paths).flatMap((item) => Object.values(item))

const bodyOf = (path: string) => document.paths[path]?.['post']?.requestBody?.content['application/json']?.schema

describe('openApi', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    const result = await validator.validate(document)
    expect(result).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(() => validator.resolveRefs()).not.toThrow()
  })

  it('has each operation once, at its path and method', () => {
    const found = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId, tags }]) => ({ path, method, operationId, tags })),
    )
    expect(found).toHaveLength(operations.length)
    expect(found).toEqual(
      operations.map(({ id, group, method, path }) => ({
        path,
        method: method.toLowerCase(),
        operationId: id,
        tags: [group],
      })),
    )
  })

  it("has no request body for a GET and for 'no body', and an empty object for 'body, no fields'", () => {
    for (const { method, path, body } of operations) {
      const described = document.paths[path]?.[method.toLowerCase()]
      expect(described && 'requestBody' in described, path).toBe(body !== null)
    }
    expect(bodyOf('/settings.reloadProxy')).toEqual({ type: 'object', properties: {}, additionalProperties: {} })
  })

  it('marks parameters, and gives no type where none is shown', () => {
    expect(document.paths['/engine.getContainersByAppNameMatch']?.['get']?.parameters).toEqual([
      { name: 'appType', in: 'query', required: false, schema: {} },
      { name: 'appName', in: 'query', required: true, schema: { type: 'string' }, example: 'example' },
      { name: 'serverId', in: 'query', required: false, schema: { type: 'string' } },
    ])
  })

  it('shows a shown value as an example, and bounds nothing', () => {
    expect(bodyOf('/application.saveBuildType')?.properties['buildType']).toEqual({
      type: 'string',
      examples: ['buildfile'],
    })
    expect(JSON.stringify(document)).not.toMatch(/"(enum|minimum|maximum|pattern|maxLength)":/)
  })

  it('wants a bearer token everywhere, and names no host but a loopback one', () => {
    expect(document.security).toEqual([{ bearer: [] }])
    expect(document.components.securitySchemes['bearer']).toEqual({ type: 'http', scheme: 'bearer' })
    expect(JSON.stringify(document).match(/https?:\/\/[^"]*/g)).toEqual(['http://127.0.0.1:3000'])
  })
})

describe("what linters' recommended rules ask for", () => {
  it('is a summary of its own, a description, a declared tag and a 4XX answer for each operation', () => {
    const all = describedIn(document)
    expect(new Set(all.map(({ summary }) => summary)).size).toBe(operations.length)
    for (const { operationId, summary, description, tags, responses } of all) {
      expect(summary, operationId).toMatch(/^[a-z]+: [a-zA-Z ]+$/)
      expect(description, operationId).toMatch(/^[A-Z].*\.$/)
      expect(document.tags.map(({ name }) => name)).toContain(tags[0])
      expect(Object.keys(responses), operationId).toContain('4XX')
      expect(operationId).toMatch(/^[A-Za-z0-9-._~]+$/)
    }
  })

  it('is a contact, a licence, described tags, and a server whose default makes a valid address', () => {
    expect(Object.keys(document.info)).toEqual(expect.arrayContaining(['contact', 'license', 'description']))
    expect(document.tags.every(({ description }) => description !== '')).toBe(true)
    for (const { url, variables } of document.servers)
      expect(() => new URL(url.replace('{baseUrl}', variables.baseUrl.default))).not.toThrow()
    expect(plain({ baseUrl: 'https://service.test/api' }).servers[0]?.variables.baseUrl.default).toBe(
      'https://service.test/api',
    )
  })
})

/** What a runtime expression means for one exchange; other values are themselves. */
function evaluate(value: unknown, sent: Json, answered: Json): unknown {
  const [, side, name = ''] = /^\$(request|response)\.body#\/(\w+)$/.exec(String(value)) ?? []
  return side === undefined ? value : (side === 'request' ? sent : answered)[name]
}
const filled = (link: Link, sent: Json, answered: Json): Json =>
  Object.fromEntries(
    Object.entries({ ...link.parameters, ...link.requestBody }).map(
      ([name, value]) => [name, evaluate(value, sent, answered)] as const,
    ),
  )
const exampleOf = ({ requestBody, parameters }: Described): Json =>
  requestBody?.content['application/json']?.example ??
  Object.fromEntries(
    parameters.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, example] as const),
  )

describe('its links and examples', () => {
  it('lead a stateful tool from each create, by the document that the reference server shows, to success', async () => {
    const driver = new Driver()
    const shown = (await driver.call('settings.getOpenApiDocument')).json as Document
    const reached = new Set<string>()
    for (const described of describedIn(shown)) {
      const links = Object.values(described.responses['2XX']?.links ?? {})
      expect(links.length > 0, described.operationId).toBe(
        operations.some((one) => one.id === described.operationId && isCreate(one)),
      )
      for (const link of links) {
        // A record of its own for each: some of them delete it.
        const create = described.operationId as OperationId
        const sent =
          create === 'port.create' || create === 'mounts.create'
            ? await parented(driver, described)
            : exampleOf(described)
        const created = await driver.call(create, sent)
        expect(created.status, create).toBe(200)
        const response = await driver.call(link.operationId, filled(link, sent, created.json as Json))
        expect(response.status, `${create} to ${link.operationId}: ${response.text}`).toBe(200)
        reached.add(link.operationId)
      }
    }
    const about = operations.filter(
      ({ act, query, body }) =>
        act.kind === 'application' &&
        act.verb !== 'makes' &&
        [...query, ...(body?.fields ?? [])].some(({ name }) => name === 'applicationId'),
    )
    for (const { id } of about) expect(reached).toContain(id)
  })

  it('are requests that the reference server takes, wherever a request needs no record', async () => {
    const linked = new Set(describedIn(document).flatMap(({ responses }) => Object.keys(responses['2XX']?.links ?? {})))
    // An invitation's token goes out by mail.
    linked.add('admin.getUserByToken')
    const alone = describedIn(document).filter(({ operationId }) => !linked.has(operationId))
    expect(alone.length).toBeGreaterThan(60)
    for (const { operationId } of alone) {
      // A server of its own for each: some remove what others are about.
      const driver = new Driver()
      const shown = (await driver.call('settings.getOpenApiDocument')).json as Document
      const described = describedIn(shown).find((one) => one.operationId === operationId)
      const response = await driver.call(operationId as OperationId, described ? exampleOf(described) : {})
      expect(response.status, `${operationId}: ${response.text}`).toBe(200)
    }
  })
})

/** A port or a mount belongs to an application, to which the links of application.create lead. */
async function parented(driver: Driver, described: Described): Promise<Json> {
  const applicationId = await driver.make('application')
  const sent = exampleOf(described)
  const parent = findOperation(described.operationId)?.body?.fields.some(({ name }) => name === 'serviceId')
  return { ...sent, [parent ? 'serviceId' : 'applicationId']: applicationId }
}
