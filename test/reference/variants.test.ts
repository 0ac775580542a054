import { describe, expect, test } from 'vitest'
import { findVariant, variants } from '../../fixtures/reference/variants/index.ts'
import { operation, operations, type OperationId } from '../../schemas/registry.ts'
import { errorObject } from '../../schemas/error.ts'
import { Driver, type HttpResponse } from './drive.ts'
import { admitted, holdings, refused } from './probes.ts'

const probed: readonly OperationId[] = [
  'settings.health',
  'settings.updateProxyFile',
  'settings.cleanMonitoring',
  'application.create',
  'application.one',
  'application.deploy',
  'application.delete',
  'sqla.changeStatus',
  'registry.all',
  'admin.assignPermissions',
  'engine.getConfig',
  'port.update',
  'cluster.getNodes',
]

/** Where an effect after a refusal would show. */
const writes: readonly OperationId[] = ['settings.updateProxyFile', 'application.create', 'sqla.changeStatus']

const isError = ({ status, json }: HttpResponse) =>
  status >= 400 || (typeof json === 'object' && json !== null && 'message' in json && 'code' in json)

/** What the specification says of every response. */
function expectLegal(response: HttpResponse, what: string): void {
  expect(response.headers.get('content-type')?.split(';')[0]?.toLowerCase(), what).toBe('application/json')
  expect(response.json, `${what}: ${response.text}`).not.toBeUndefined()
  if (isError(response))
    expect(errorObject.safeParse(response.json), `${what}: ${response.text}`).toMatchObject({ success: true })
}

test('ids are unique and found', () => {
  expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length)
  for (const variant of variants) expect(findVariant(variant.id)).toBe(variant)
  expect(findVariant('no/such')).toBeUndefined()
})

describe.each(variants.map(({ id }) => id))('%s keeps the specification', (id) => {
  test('every operation answers as it says', async () => {
    const driver = new Driver({ variants: [id] })
    await Promise.all(
      operations.map(async (each) => expectLegal(await driver.call(each.id, await driver.valid(each)), each.id)),
    )
  })

  test('unusual requests are answered as it says', async () => {
    const driver = new Driver({ variants: [id] })
    // Sixty times the same: that is for faults that show now and then.
    const { 'sixty times': _, ...others } = admitted
    await Promise.all(
      probed.map(async (each) => {
        for (const [name, send] of Object.entries(others)) {
          expectLegal(await send(driver, operation(each)), `${each}: ${name}`)
        }
      }),
    )
    expectLegal(await driver.send('/no.such'), 'an unknown path')
  })

  test('whoever has no token is refused, without effect', async () => {
    const driver = new Driver({ variants: [id] })
    let held: unknown
    driver.beforeSend = () => void (held = structuredClone(holdings(driver.reference.store)))
    const { 'same connection': _, ...others } = refused
    for (const each of writes) {
      for (const [name, send] of Object.entries(others)) {
        const response = await send(driver, operation(each))
        expectLegal(response, `${each}: ${name}`)
        expect(isError(response), `${each}: ${name}: ${response.text}`).toBe(true)
        expect(holdings(driver.reference.store)).toEqual(held)
      }
    }
  })
})
