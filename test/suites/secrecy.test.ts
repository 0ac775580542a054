import { describe, expect, it } from 'vitest'
import { altered, otherCase } from '../../fixtures/payload/token-forms.ts'
import type { Entry } from '../../fixtures/journal.ts'
import type { Outcome } from '../../suites/run/outcome.ts'
import type { Between } from './standing.ts'
import { errorResponse, run, runOn, standing, TOKEN } from './standing.ts'

/** Pieces of that many characters of the token, or of what is made of it, that an outcome shows. */
function shown(outcome: unknown, length = 10): string[] {
  const text = JSON.stringify(outcome)
  const forms = [TOKEN, altered(TOKEN), otherCase(TOKEN).text, Buffer.from(`touchstone:${TOKEN}`).toString('base64')]
  return forms
    .flatMap((form) => Array.from({ length: form.length - length + 1 }, (_, at) => form.slice(at, at + length)))
    .filter((piece) => text.includes(piece))
}

const evidenceIn = ({ results }: Outcome) => results.flatMap(({ evidence }) => evidence)
/** A few operations are enough to see every bad credential and every provocation. */
const some = { only: ['sqla.create', 'sqla.one', 'sqla.update', 'settings.read*'], settleMs: 0 }
const echoed = (request: Request) => decodeURIComponent(`${request.url} ${JSON.stringify([...request.headers])}`)

describe('the token stands nowhere in an outcome', () => {
  it.each([
    'errors/token-echoed',
    'errors/token-in-issues',
    'auth/any-token',
    'auth/open-reads',
    'auth/cookie',
    'auth/query-token',
  ])('of a server with the fault %s', async (fault) => {
    const outcome = await runOn({ faults: [fault], options: some })
    expect(evidenceIn(outcome).length).toBeGreaterThan(0)
    expect(shown(outcome)).toEqual([])
  })

  it.each<[string, Between]>([
    [
      'in the message of every refusal',
      async (request, next) => {
        const response = await next(request)
        return response.status === 401
          ? errorResponse(401, 'UNAUTHORIZED', {}, `refused: ${echoed(request)}`)
          : response
      },
    ],
    [
      'in a header of every response',
      async (request, next) => {
        const response = await next(request)
        response.headers.set('x-seen', request.headers.get('authorization') ?? 'none')
        return response
      },
    ],
    [
      'in place of every response to a create',
      (request, next) =>
        request.url.endsWith('.create') ? errorResponse(500, TOKEN, {}, echoed(request)) : next(request),
    ],
  ])('where the server says it %s', async (_where, between) => {
    const { options } = await standing({ between, faults: ['auth/longer'], options: some })
    expect(shown(await run({ options }))).toEqual([])
  })

  it('where the server refuses it and repeats it', async () => {
    const outcome = await runOn({ between: (request) => errorResponse(401, `BAD_${TOKEN}`, {}, echoed(request)) })
    expect(outcome.noVerdict).toBeTypeOf('string')
    expect({ ...outcome, noVerdict: null }).toSatisfy((rest) => shown(rest).length === 0)
  })

  // The reason for no verdict shows the code of the greeting's answer, and is not cleaned.
  it('not even in the reason for having no verdict', async () => {
    const { noVerdict } = await runOn({ between: (request) => errorResponse(401, `BAD_${TOKEN}`, {}, echoed(request)) })
    expect(shown(noVerdict)).toEqual([])
  })

  // `got` shows the first 120 characters of a response, cut before it is cleaned: a piece of up to 11 stands at its end.
  it('not even a piece of it where a response is cut', async () => {
    const outcome = await runOn({
      faults: ['auth/any-token'],
      options: { only: ['settings.getIp'] },
      between: async (request, next) => {
        const response = await next(request)
        const open = request.url.endsWith('getIp') && response.status === 200
        return open ? new Response(JSON.stringify(`${'x'.repeat(108)}${TOKEN}`), response) : response
      },
    })
    expect(shown(outcome, 8)).toEqual([])
  })
})

describe('the journal', () => {
  it('holds nothing of the token', async () => {
    const entries: Entry[] = []
    const { options } = await standing({ faults: ['auth/effect-of-settings'], options: some })
    await run({ options }, { journal: { write: (entry) => entries.push(entry) } })
    expect(entries.length).toBeGreaterThan(20)
    expect(shown(entries)).toEqual([])
  })
})
