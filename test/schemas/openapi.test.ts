import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { openApi } from '../../schemas/derive/openapi.ts'
import { operations } from '../../schemas/registry.ts'

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters: readonly unknown[]
  readonly requestBody?: { readonly content: Record<string, { schema: { properties: Record<string, unknown> } }> }
}
interface Document {
  readonly [key: string]: unknown
  readonly security: unknown
  readonly paths: Record<string, Record<string, Described>>
  readonly components: { readonly securitySchemes: Record<string, unknown> }
}

// A round trip makes it plain JSON, as it is printed.
const document: Document = JSON.parse(JSON.stringify(openApi()))

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
      { name: 'appName', in: 'query', required: true, schema: { type: 'string' } },
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

  it('wants a bearer token everywhere, and names no host', () => {
    expect(document.security).toEqual([{ bearer: [] }])
    expect(document.components.securitySchemes['bearer']).toEqual({ type: 'http', scheme: 'bearer' })
    expect(JSON.stringify(document)).not.toMatch(/https?:/)
  })
})
