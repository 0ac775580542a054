import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { operation } from '../../../schemas/registry.ts'
import { refusedMonitors } from '../../../suites/monitors/refused.ts'
import { RefusedTexts } from '../../../suites/evidence/frame/refused-texts.ts'
import { responseOf, error, exchangeOf, profileWith } from '../exchanges.ts'

const [monitor] = refusedMonitors
const profile = profileWith()
const NAME = 'ts-r1-sqla-0001'

const asked = (name: string) => ({ query: {}, body: { sqlaId: 'a', name } })
const refused = (name = NAME) =>
  exchangeOf(error(401, 'UNAUTHORIZED'), { operation: 'sqla.update', credential: 'wrong-token', asked: asked(name) })
const taken = (name = NAME) => exchangeOf(responseOf({ body: true }), { operation: 'sqla.update', asked: asked(name) })
const read = (body: unknown, over: Partial<Exchange> = {}) =>
  exchangeOf(responseOf({ body }), { operation: 'sqla.one', ...over })

/** What is said of the last exchange, when those before it were seen. */
function saidOf(...exchanges: readonly Exchange[]) {
  const texts = new RefusedTexts('r1')
  const last = exchanges.at(-1)
  for (const exchange of exchanges.slice(0, -1)) texts.learn(exchange, profile)
  return last?.response && monitor?.watch(last.response, { profile, exchange: last, secret: '', refused: texts })
}

describe('auth/not-stored', () => {
  it('is broken by a text that only a refused request carried', () => {
    expect(saidOf(refused(), read({ data: [{ name: NAME }] }))).toMatchObject({
      got: `"${NAME}", which only sqla.update with wrong-token carried, and was refused`,
      exchanges: [{ credential: 'wrong-token' }],
    })
  })

  it('is broken by a port that only a refused request carried', () => {
    const port = (targetPort: number) => ({ portId: 'a', publishedPort: 20_001, targetPort })
    const over = { operation: 'port.update', credential: 'no-header' } as const
    const sent = exchangeOf(error(401, 'UNAUTHORIZED'), { ...over, asked: { query: {}, body: port(20_003) } })
    expect(saidOf(read(port(20_002)), sent, read(port(20_002)))).toBe('held')
    expect(saidOf(read(port(20_002)), sent, read(port(20_003)))).toMatchObject({
      got: expect.stringContaining('"targetPort 20003", which only port.update with no-header carried') as unknown,
    })
  })

  it.each([
    ['nothing of it', [refused(), read({ name: 'ts-r1-sqla-0002' })]],
    ['what a request with the right token has carried since', [refused(), taken(), read({ name: NAME })]],
    ['what one had carried before', [taken(), refused(), read({ name: NAME })]],
    ['what had been shown before', [read({ appName: NAME }), refused(), read({ appName: NAME })]],
    [
      'what one carried that was never answered',
      [exchangeOf(null, { operation: 'sqla.create', asked: asked(NAME) }), refused(), read({ name: NAME })],
    ],
    ['a text that the run did not make up', [refused('idle'), read({ name: 'idle' })]],
    ['a longer text with it', [refused(), read({ log: `refused: ${NAME}` })]],
  ])('holds where a response shows %s', (_what, exchanges) => {
    expect(saidOf(...exchanges)).toBe('held')
  })

  it.each([
    ['application.readProxyConfig', true],
    ['settings.readProxyEnv', true],
    ['registry.all', true],
    ['settings.readStats', false],
    ['sqla.update', false],
  ] as const)('watches %s: %s', (id, watched) => {
    expect(monitor?.on(operation(id))).toBe(watched)
  })

  it('says nothing of an error', () => {
    expect(saidOf(refused(), exchangeOf(error(404, 'NOT_FOUND', NAME)))).toBe('off')
  })
})
