/** The same seed sends the same payloads, but for the run's id and the server's: at any concurrency, and in any shard. */
import { expect, test } from 'vitest'
import { noJournal } from '../../../fixtures/journal.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { RunOptions } from '../../../schemas/target.ts'
import { operations } from '../../../schemas/registry.ts'
import { Session } from '../../../suites/run/session.ts'
import { judged } from '../../judged.ts'

const only = ['sqla.create fuzz/shown', 'port.update fuzz', 'user.byUserId fuzz', 'registry.create fuzz/model']

/** What was sent to each of these operations with a body or a query, without what differs from run to run. */
async function sent(over: Partial<RunOptions>): Promise<ReadonlyMap<string, readonly string[]>> {
  const { server, options } = await judged({}, { only, fuzz: 25, ...over })
  const asked: Exchange[] = []
  const session = new Session(options, noJournal, { progress() {}, exchange: (one) => asked.push(one) })
  await session.run()
  await server.close()
  const { run } = options
  const plain = ({ path, body }: Exchange) =>
    `${decodeURIComponent(path.replaceAll('+', ' '))} ${body ?? ''}`
      .replaceAll(run, 'run')
      .replaceAll(/[0-9a-f]{32}|[0-9a-f]{20}/g, 'id')
      .replaceAll(/127\.0\.0\.1:\d+/g, 'registry')
      // Ports of this lane begin where the run's id says.
      .replaceAll(/\b5[5-9]\d{3}\b/g, 'port')
  const fuzzed = asked.filter(
    ({ operation }) => operation !== null && only.some((one) => one.startsWith(`${operation} `)),
  )
  return new Map(
    [...Map.groupBy(fuzzed, ({ operation }) => String(operation))].map(([id, some]) => [
      id,
      some.toSorted((a, b) => a.serial - b.serial).map(plain),
    ]),
  )
}

test('at once or one after another, whole or in parts, what is sent is the same', { timeout: 300_000 }, async () => {
  const whole = await sent({ seed: 5 })
  expect([...whole.keys()].toSorted()).toEqual(['port.update', 'registry.create', 'sqla.create', 'user.byUserId'])
  const slow = await sent({ seed: 5, concurrency: 1 })
  // Reads among the calibration's own are of no property.
  for (const [id, texts] of whole) expect(slow.get(id)?.toSorted(), id).toEqual(texts.toSorted())
  const place = operations.findIndex(({ id }) => id === 'sqla.create')
  const part = await sent({ seed: 5, shard: { index: (place % 3) + 1, count: 3 } })
  expect(part.get('sqla.create')).toEqual(whole.get('sqla.create'))
})

test('another seed sends other payloads', { timeout: 300_000 }, async () => {
  const [one, other] = [await sent({ seed: 5 }), await sent({ seed: 6 })]
  expect(one.get('sqla.create')).not.toEqual(other.get('sqla.create'))
})
