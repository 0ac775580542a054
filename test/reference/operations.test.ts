import { expect, test } from 'vitest'
import { operations } from '../../schemas/registry.ts'
import { Driver } from './drive.ts'

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s succeeds with a valid request',
  async (id, operation) => {
    const driver = new Driver()
    const input = await driver.valid(operation)
    const response = await driver.call(id, input)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.json).toBeDefined()
  },
)
