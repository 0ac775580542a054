import { expect, it } from 'vitest'
import { left, run, standing, type Stand } from '../standing.ts'

/** The result on one kind, the names that its creates asked for, and what stayed. */
async function asked(stand: Stand = {}) {
  const names: string[] = []
  const { store, options } = await standing({
    ...stand,
    options: { only: ['records/namesake'], settleMs: 200 },
    async between(request, next) {
      if (!request.url.endsWith('/registry.create')) return next(request)
      const { registryName }: { registryName?: unknown } = Object(await request.clone().json())
      names.push(String(registryName))
      return next(request)
    },
  })
  const { results, leftovers } = await run({ options })
  const verdict = results.find(({ id }) => id === 'registry.create records/namesake')?.verdict
  return { verdict, names, remaining: left(store), leftovers }
}

it('asks for a second record of one name, and deletes both', async () => {
  const { verdict, names, remaining, leftovers } = await asked()
  expect(verdict).toBe('pass')
  expect(names.filter((name, at) => names.indexOf(name) < at)).toHaveLength(1)
  expect([remaining, leftovers]).toEqual([[], []])
})

it('takes it well when the second is refused', async () => {
  const { verdict, remaining } = await asked({ variants: ['limits/unique-names'] })
  expect([verdict, remaining]).toEqual(['pass', []])
})

it('asks for none where two of a name could not be told apart', async () => {
  const { verdict, names } = await asked({ variants: ['creates/true'] })
  expect(verdict).toBe('inconclusive')
  expect(new Set(names).size).toBe(names.length)
})

it('warns of a second that is given the first’s identifier', async () => {
  const { verdict, remaining } = await asked({ faults: ['records/namesake-same'] })
  expect([verdict, remaining]).toEqual(['warn', []])
})
