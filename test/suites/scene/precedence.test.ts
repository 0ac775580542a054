/** All that a lane sends goes before what lanes with less to do send: one request in the wrong place holds the whole lane up. */
import { expect, test } from 'vitest'
import type { Client } from '../../../fixtures/http/client.ts'
import type { Sending } from '../../../fixtures/http/exchange.ts'
import { noJournal } from '../../../fixtures/journal.ts'
import { operation } from '../../../schemas/registry.ts'
import { Skipped } from '../../../suites/claim/finding.ts'
import { control } from '../../../suites/evidence/control.ts'
import { Collected } from '../../../suites/evidence/frame/gather.ts'
import { negativeControl } from '../../../suites/evidence/negative-control.ts'
import { BadTokens } from '../../../suites/evidence/frame/tokens.ts'
import { optionsFor } from '../../../suites/prove/options.ts'
import { Caller } from '../../../suites/scene/call.ts'
import { newCreates } from '../../../suites/scene/creates.ts'
import { Gate } from '../../../suites/scene/gate.ts'
import { Patience } from '../../../suites/target/patience.ts'
import { responseOf, error, exchangeOf, profileWith } from '../exchanges.ts'

const move = operation('colstore.move')

/** A caller of a lane with this much left to do, and what it sends. */
function lane(work: number) {
  const sent: Sending[] = []
  const client: Client = {
    send(sending) {
      sent.push(sending)
      return Promise.resolve(exchangeOf(responseOf({})))
    },
    stop: () => undefined,
    requests: 0,
    troubles: { cut: 0, refused: 0, unanswered: 0 },
    busy: { times: 0, ms: 0 },
    idle: { totalMs: 0, longestMs: 0 },
    close: () => Promise.resolve(),
  }
  const lookup = { colstore: { path: '/project.one?projectId=p' } }
  const options = optionsFor({ baseUrl: 'http://127.0.0.1:1', token: 'a-token', target: { lookup } })
  const shared = { options, client, profile: profileWith(), journal: noJournal, patience: new Patience(0) }
  const caller = new Caller(
    { ...shared, creates: newCreates(options), gate: new Gate(), leave: () => undefined },
    'colstore',
  )
  caller.hasLeft(work)
  return { caller, sent, tokens: new BadTokens(client, null, 1, 0) }
}

test('an operation, a lookup and a negative control take the turn of their lane', async () => {
  const { caller, sent, tokens } = lane(7)
  await caller.call({ operation: move })
  await caller.lookup('colstore', {})
  const gathered = new Collected(new Map([[control, exchangeOf(error(404))]]))
  const turn = {
    operation: move,
    caller,
    tried: new Skipped('nothing'),
    references: {},
    creation: null,
    tokens,
    again: false,
  }
  await negativeControl.gather({ ...turn, gathered, parts: new Set() })
  expect(sent.map(({ precedence }) => precedence)).toEqual([7, 7, 7])
})
