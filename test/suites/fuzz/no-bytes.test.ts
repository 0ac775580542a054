/** A server whose successful updates have no body at all: that is told once, and fuzzing tells what else is wrong. */
import { expect, it } from 'vitest'
import { run, standing } from '../standing.ts'

it('is fuzzed although its valid request is answered with no bytes', async () => {
  const stand = await standing({
    async between(request, next) {
      const response = await next(request)
      const bare = new URL(request.url).pathname === '/sqla.saveExternalPort' && response.ok
      return bare ? new Response(null, { status: 200, headers: { 'content-type': 'application/json' } }) : response
    },
    options: { only: ['sqla.saveExternalPort'], fuzz: 4, settleMs: 0 },
  })
  const { results } = await run(stand)
  const verdicts = Object.fromEntries(results.map(({ check, verdict }) => [check, verdict]))
  expect(verdicts).toMatchObject({
    'media/json': 'warn',
    'fuzz/answered': 'inconclusive',
    'fuzz/shown': 'pass',
    'fuzz/refused': 'pass',
    'fuzz/lenient': 'pass',
    'fuzz/healthy': 'pass',
  })
})
