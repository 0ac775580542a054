/** Of ports that are kept in fewer bits, only those that are small enough show as they were written. */
import { expect, it } from 'vitest'
import { run, standing, type Between } from '../standing.ts'

/** Shows a port in so many bits. */
const inBits =
  (bits: number): Between =>
  async (request, next) => {
    const response = await next(request)
    if (!new URL(request.url).pathname.endsWith('/sqla.one') || !response.ok) return response
    const cut = (_: string, name: string, port: string) => `${name}${Number(port) % 2 ** bits}`
    const text = (await response.text()).replace(/("externalPort":)(\d+)/, cut)
    return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
  }

/** What a run of this seed finds of fuzzed ports. */
async function found(seed: number, bits: number): Promise<readonly string[]> {
  const options = { seed, only: ['sqla.saveExternalPort fuzz/shown'], fuzz: 40, settleMs: 60 }
  const { results } = await run(await standing({ between: inBits(bits), options }))
  return results.flatMap(({ verdict, check }) => (verdict === 'fail' || verdict === 'warn' ? check : []))
}

it('are told at both seeds where a number keeps 15 bits', async () => {
  for (const seed of [1, 2]) expect(await found(seed, 15)).toContain('fuzz/shown')
})

it('are accused of nothing where a number keeps all its bits', async () => {
  expect(await found(1, 53)).toEqual([])
})
