/** Whether a target is as healthy after odd payloads as it was before. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { HEALTHY, lifeCost, makesRecord, type Part } from './part.ts'
import type { Stage } from './stage.ts'

/** Seen so often that the valid request fails, it is no accident. */
const TRIES = 3

export const healthPart: Part = {
  checks: [HEALTHY],
  cost: (fuzzing) => (makesRecord(fuzzing.operation) ? lifeCost(fuzzing) : 1),
}

/** Sends the valid request once more; what it means that it succeeds no longer. */
export async function ailing(stage: Stage): Promise<Error | null> {
  const { control, caller } = stage
  if (!control?.response) return new Inconclusive('the valid request got no response before')
  const seen: Exchange[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    const exchange = await valid(stage)
    if (exchange.response && (caller.success(exchange) || !caller.success(control))) return null
    seen.push(exchange)
  }
  const ill = seen.filter(({ response }) => !response || response.status >= 500)
  if (ill.length < TRIES)
    return new Inconclusive('the valid request is refused now, and succeeded before', undefined, [
      control,
      ...seen.slice(-1),
    ])
  const [last] = ill.slice(-1)
  return new Breach({
    expected: 'the valid request to succeed as it did before',
    got: `${TRIES} times ${last ? inWords(last) : 'nothing'}`,
    exchanges: [control, ...seen],
  })
}

async function valid(stage: Stage): Promise<Exchange> {
  const { operation, kind, scene, references } = stage
  if (!stage.makes || kind === null) return stage.send({})
  const { exchange, name } = await scene.send(operation, kind, references)
  const record = await scene.adopt(operation, kind, exchange, name, references, [])
  if (record) await scene.dispose(record)
  return exchange
}
