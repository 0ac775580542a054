import { expect, test } from 'vitest'
import type { Client } from '../../fixtures/http/client.ts'
import type { Sending } from '../../fixtures/http/exchange.ts'
import { BadTokens } from '../../suites/evidence/frame/tokens.ts'
import type { Profile } from '../../suites/target/profile.ts'
import { responseOf, error, exchangeOf } from './exchanges.ts'

const refusal = () => exchangeOf(error(401, 'UNAUTHORIZED', 'The token is not valid'))
const success = () => exchangeOf(responseOf({ body: {} }))
// A watch looks at these alone.
const profile = {
  isRefusal: ({ response }: ReturnType<typeof refusal>) => response?.status === 401,
  isSuccess: ({ status }: { status: number }) => status < 400,
} as unknown as Profile
const client = (answer: (sending: Sending) => ReturnType<typeof refusal>) =>
  ({ send: (sending: Sending) => Promise.resolve(answer(sending)) }) as unknown as Client

test('says that a kept connection remembers a token where a new one takes the right one', async () => {
  const tokens = new BadTokens(
    client(({ alone }) => (alone ? success() : refusal())),
    null,
    1,
    0,
  )
  await expect(tokens.watch(refusal(), profile)).rejects.toThrow('takes it on a new one')
  expect(tokens.lockOut?.message).toContain('takes it on a new one')
  expect(tokens.lockOut?.message).not.toContain('locks clients out')
})

test('says that a target locks out where a new connection is refused as well', async () => {
  const tokens = new BadTokens(client(refusal), null, 1, 0)
  await expect(tokens.watch(refusal(), profile)).rejects.toThrow('locks clients out')
})
