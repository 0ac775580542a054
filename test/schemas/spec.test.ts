/** The registry against the specification's own text: server and checks share it, so if it is wrong, both are. */
import { describe, expect, it, test } from 'vitest'
import { databaseKinds } from '../../schemas/operation.ts'
import { groups, identifierField, operations, type Operation } from '../../schemas/registry.ts'
import { absent, describedOperations, rowsOf, specificationText, tables, type Described } from './specification.ts'

describe('the registry', () => {
  it('has no path twice', () => {
    expect(new Set(operations.map(({ path }) => path)).size).toBe(operations.length)
  })
})

if (absent) {
  test.skip(`the registry is what the specification's tables say: skipped, ${absent}`)
} else {
  const text = specificationText()
  const all = tables(text)
  const described = describedOperations(all, databaseKinds)

  describe("the registry is what the specification's tables say", () => {
    it('lists the same operations, both ways', () => {
      const call = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
      expect(operations.map(call).toSorted()).toEqual(described.map(call).toSorted())
    })

    it('has the same groups', () => {
      const order = [...new Set(described.map(({ path }) => path.slice(1).split('.', 1).join()))]
      expect(Object.keys(groups).toSorted()).toEqual(order.toSorted())
    })

    it.each(described)('$path', (said) => {
      const found = operations.find(({ path }) => path === said.path)
      expect(found && listed(found)).toEqual(withShown(said, described))
    })

    it('stands under the heading of its group', () => {
      for (const group of Object.keys(groups)) {
        const heading = databaseKinds.some((kind) => kind === group) ? 'Database services' : group
        const paths = rowsOf(all, heading, 'Method', 'Path').map(([, path]) => path)
        expect(paths.some((path) => path?.startsWith(`/${group}.`) || path?.startsWith('/<kind>.'))).toBe(true)
      }
    })
  })

  describe('the table of resources', () => {
    const resources = rowsOf(all, 'Resources and their fields', 'Resource', 'Identifier field')
    const betaAndGamma = text.split('\n').find((line) => line.startsWith('Fields beta*')) ?? ''

    it('names the identifiers as the registry does', () => {
      const identifiers = resources.flatMap(([, cell = '']) =>
        cell.startsWith('<kind>Id') ? databaseKinds.map((kind) => `${kind}Id`) : cell.split(', '),
      )
      expect(identifiers).toEqual(expect.arrayContaining(Object.values(identifierField)))
      const taken = new Set(operations.flatMap(names))
      expect(identifiers.filter((name) => !taken.has(name))).toEqual([])
    })

    it('gives the fields the types that the registry gives them', () => {
      const typed = `${resources.flat().join(', ')}, ${betaAndGamma}`.matchAll(/(\w+) \((string|integer)\)/g)
      const said = new Map([...typed].map(([, name, type]) => [name, type]))
      expect(said.size).toBeGreaterThanOrEqual(15)
      const wrong = operations
        .flatMap(({ body }) => body?.fields ?? [])
        .filter(({ name, type }) => said.has(name) && said.get(name) !== type)
      expect(wrong).toEqual([])
    })

    it('names every field of beta and gamma', () => {
      const fields = new Set(betaAndGamma.match(/\b(beta|gamma)[A-Z]\w*/g))
      const found = operations.flatMap(names).filter((name) => /^(beta|gamma)/.test(name))
      expect(new Set(found)).toEqual(fields)
      expect(fields.size).toBe(12)
    })
  })
}

/** A value shown for a field in one operation is the shown value of that field in its whole group. */
function withShown(said: Described, all: readonly Described[]): Described {
  const group = said.path.split('.')[0] ?? ''
  const inGroup = all.filter(({ path }) => path.startsWith(`${group}.`)).flatMap(({ body }) => body?.fields ?? [])
  const fields = said.body?.fields.map(
    (field) => inGroup.find(({ name, shown }) => name === field.name && shown !== undefined) ?? field,
  )
  return { ...said, body: fields ? { fields } : null }
}

function names({ query, body }: Operation): string[] {
  return [...query, ...(body?.fields ?? [])].map(({ name }) => name)
}

function listed({ method, path, query, body }: Operation): Described {
  return { method, path, query: query.map(({ name, required }) => ({ name, required })), body }
}
