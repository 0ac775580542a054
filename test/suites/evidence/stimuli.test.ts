import { describe, expect, it } from 'vitest'
import { operation, operations } from '../../../schemas/registry.ts'
import { withBadCredential, unusual } from '../../../suites/evidence/requests/stimuli.ts'

describe('a bad credential', () => {
  it('is the valid request with its credential alone', () => {
    expect(withBadCredential(operation('sqla.create'), 'no-header')).toEqual({ credential: 'no-header' })
  })

  it('names its own method and no other where it is unusual', () => {
    for (const one of operations)
      expect(withBadCredential(one, 'unusual-request').headers?.['x-http-method-override']).toBe(one.method)
  })

  it('is chunked or large on some operations that have a body, and on none that has none', () => {
    const forms = (body: boolean) =>
      operations
        .filter((one) => (one.body !== null) === body)
        .map((one) => withBadCredential(one, 'unusual-request'))
        .map(({ chunked, form }) => (chunked ? 'chunked' : (form ?? 'plain')))
    expect([...new Set(forms(true))].toSorted()).toEqual(['chunked', 'padded', 'plain'])
    expect([...new Set(forms(false))]).toEqual(['plain'])
  })
})

describe('unusual requests', () => {
  const all = operations.flatMap((one) => unusual(one, true))

  it('say on some operations that they take this, on others that, or nothing at all', () => {
    const accepts = new Set(all.flatMap(({ headers }) => (headers && 'accept' in headers ? [headers['accept']] : [])))
    expect(accepts.size).toBeGreaterThan(6)
    expect(accepts).toContain(null)
  })

  it('have no request line that a widespread server refuses before the API sees it', () => {
    const lines = operations.flatMap((one) =>
      unusual(one, true).map(
        ({ query = {} }) =>
          `${one.path}?${Object.values(query)
            .map((text) => encodeURIComponent(text ?? ''))
            .join()}`.length,
      ),
    )
    expect(Math.max(...lines)).toBeGreaterThan(2000)
    expect(Math.max(...lines)).toBeLessThan(3900)
  })

  it('are larger than a megabyte a few times in a run', () => {
    const vast = all.filter(({ form }) => form === 'vast').length
    expect(vast).toBeGreaterThan(3)
    expect(vast).toBeLessThan(20)
  })
})
