import { expect, test } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { standingStill, watchGoingOn } from '../../../suites/run/lane-records.ts'
import { optionsFor } from '../../../suites/prove/options.ts'
import { newCreates } from '../../../suites/scene/creates.ts'
import type { RecordFixture } from '../../../suites/scene/record-fixture.ts'
import { Patience } from '../../../suites/target/patience.ts'
import { responseOf, exchangeOf } from '../exchanges.ts'

/** What a lane has begun a deploy on, on a target that shows these statuses one after another, and how often it was read. */
function laneShown(...statuses: readonly string[]) {
  const left = [...statuses]
  const reads: string[] = []
  const caller = {
    creates: newCreates(optionsFor({ baseUrl: 'http://127.0.0.1:1', token: 'a-token', target: {} })),
    patience: new Patience(2000),
    profile: { isRefusal: () => false },
    allows: () => true,
    success: () => true,
    call: () => {
      const applicationStatus = (left.length > 1 ? left.shift() : left[0]) ?? ''
      reads.push(applicationStatus)
      return Promise.resolve(exchangeOf(responseOf({ body: { applicationId: 'a1', applicationStatus } })))
    },
  }
  const own = { kind: 'application', id: 'a1', references: { applicationId: 'a1' }, written: new Map() }
  // Nothing else of a fixture is looked at.
  return { fixture: { own, caller } as unknown as RecordFixture, reads }
}

const deploy = operation('application.deploy')

test('a deploy is watched until the status moves, once for all lanes', async () => {
  const { fixture, reads } = laneShown('deploying', 'deploying', 'running')
  await Promise.all([watchGoingOn(fixture, deploy), watchGoingOn(fixture, deploy)])
  await watchGoingOn(fixture, deploy)
  expect(reads).toEqual(['deploying', 'deploying', 'running'])
})

test('a deploy is watched although a start moved nothing', async () => {
  const { fixture } = laneShown('idle', 'idle', 'idle', 'idle', 'idle', 'idle', 'idle', 'idle', 'deploying', 'running')
  await watchGoingOn(fixture, operation('application.start'))
  const { goingOn } = fixture.caller.creates
  const before = goingOn.watched.deploy
  await watchGoingOn(fixture, deploy)
  expect([before, goingOn.watched.deploy]).toEqual([undefined, expect.any(Promise)])
})

test('a deploy that moves nothing after its response is watched for less than the settle time', async () => {
  const { fixture } = laneShown('running')
  const started = Date.now()
  await watchGoingOn(fixture, deploy)
  expect(Date.now() - started).toBeLessThan(1500)
})

test('a record that was begun just now is given to a stop once what was begun had time to show', async () => {
  const { fixture } = laneShown('deploying')
  const { patience } = fixture.caller
  const used = [{ ...fixture, around: { others: [] } }, fixture] as unknown as [RecordFixture, RecordFixture]
  const waits = () => patience.pace({ totalMs: 0, longestMs: 0 }).waits['what was begun to go on']?.times ?? 0
  await standingStill(used, operation('application.stop'), Date.now() - 10_000)
  expect(waits()).toBe(0)
  const first = await standingStill(used, operation('application.stop'), Date.now())
  expect(first?.own).toBe(fixture.own)
  expect(waits()).toBe(1)
})
