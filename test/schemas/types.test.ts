/** The registry's types; the compiler is the judge here (`tsc -p .`), so most of it has nothing to run. */
import { describe, expect, expectTypeOf, it } from 'vitest'
import { findOperation, operation, type Input, type OperationId } from '../../schemas/registry.ts'

describe('Input', () => {
  it('is the body of a POST, with the type of each field', () => {
    expectTypeOf<Input<'application.create'>>().toEqualTypeOf<{ readonly name: string; readonly projectId: string }>()
    expectTypeOf<Input<'port.update'>['publishedPort']>().toEqualTypeOf<number>()
    expectTypeOf<Input<'settings.toggleRequests'>['enable']>().toEqualTypeOf<boolean>()
    expectTypeOf<Input<'admin.assignPermissions'>['accesedProjects']>().toEqualTypeOf<readonly string[]>()
    expectTypeOf<Input<'admin.createUserInvitation'>['email']>().toEqualTypeOf<string>()
  })

  it('is the query of a GET, optional where it is marked so', () => {
    expectTypeOf<Input<'application.one'>>().toExtend<{ applicationId: string }>()
    expectTypeOf<{ composeId: string }>().toExtend<Input<'compose.loadServices'>>()
    // @ts-expect-error composeId is required
    expectTypeOf<{ type: string }>().toExtend<Input<'compose.loadServices'>>()
  })

  it("is null for 'no body', an empty object for 'body, no fields'", () => {
    expectTypeOf<Input<'settings.reloadServer'>>().toEqualTypeOf<null>()
    expectTypeOf<keyof Input<'settings.reloadProxy'>>().toEqualTypeOf<never>()
  })

  it('allows an open value where only one is shown', () => {
    expectTypeOf<Input<'sqla.changeStatus'>['applicationStatus']>().toEqualTypeOf<string>()
  })

  it('refuses a misspelt, missing or mistyped field', () => {
    // @ts-expect-error projectID is not a field
    const misspelt: Input<'application.create'> = { name: 'a', projectID: 'b' }
    // @ts-expect-error accessedProjects has one s too many
    const corrected: Pick<Input<'admin.assignPermissions'>, 'accesedProjects'> = { accessedProjects: [] }
    // @ts-expect-error projectId is missing
    const missing: Input<'application.create'> = { name: 'a' }
    // @ts-expect-error a port is a number
    const mistyped: Input<'sqlb.saveExternalPort'> = { sqlbId: 'a', externalPort: '3306' }
    // @ts-expect-error the identifier of a kind is its own
    const foreign: Input<'sqla.start'> = { sqlbId: 'a' }
    expect([misspelt, corrected, missing, mistyped, foreign]).toHaveLength(5)
  })
})

describe('OperationId', () => {
  it('is one of the names of operations', () => {
    expectTypeOf<'application.saveGitProdiver'>().toExtend<OperationId>()
    // @ts-expect-error the specification spells it Prodiver
    expect(() => operation('application.saveGitProvider')).toThrow('no operation')
    expect(findOperation('application.saveGitProvider')).toBeUndefined()
  })
})
