/** What comes before a load: the target is asked how it speaks, and each journey is seen to begin. */
import { connect } from '../fixtures/http/client.ts'
import { NoVerdict } from '../fixtures/errors.ts'
import type { References } from '../fixtures/payload/payload.ts'
import { openJournal } from '../fixtures/journal.ts'
import type { RunOptions } from '../schemas/target.ts'
import { Caller } from '../suites/scene/call.ts'
import { newCreates } from '../suites/scene/creates.ts'
import { Gate } from '../suites/scene/gate.ts'
import { Scene } from '../suites/scene/scene.ts'
import { calibrate, type Calibration } from '../suites/target/calibrate.ts'
import { Patience } from '../suites/target/patience.ts'
import { joined, missingIdentifiers } from './identifiers.ts'
import type { LoadOptions } from './options.ts'
import { planOf } from './plan.ts'
import type { Plan } from './scripts/plan.ts'
import { learn, type CannotBegin, type Learned } from './setup.ts'

/** Stopped by the user: not a defect. */
export class Stopped extends Error {}

export interface Prepared {
  readonly calibration: Calibration
  readonly cannotBegin: readonly CannotBegin[]
  readonly requests: number
  readonly plan: Plan
}

/** @throws NoVerdict where an identifier is missing, or no journey that makes records can begin */
function requireJourneys({ weighted }: LoadOptions, { journeys, cannotBegin }: Learned, found: References): void {
  // Which of a target's templates can be deployed is its own affair; all other journeys begin with a create.
  const stopped = cannotBegin.map((one) => one.weighted).filter(({ journey }) => journey.name !== 'template')
  const missing = missingIdentifiers(stopped, found)
  if (missing.length > 0)
    throw new NoVerdict(
      `${joined(stopped.map(({ journey }) => journey.name))} can't begin without an identifier that only you know: give ${joined(missing)}. ` +
        `Or leave these journeys out with --skip.`,
    )
  const making = weighted.some(({ journey }) => journey.kind !== null)
  if (journeys.length > 0 && (!making || journeys.some(({ record }) => record !== null))) return
  const reasons = [...new Set(cannotBegin.map(({ reason }) => reason))]
  const supplies = [...new Set(cannotBegin.flatMap(({ supply }) => supply ?? []))]
  throw new NoVerdict(
    `No journey that makes a record can begin: ${reasons.join('; ')}. ` +
      (supplies.length > 0 ? `What would help: ${supplies.join('; ')}.` : 'The target offers none of these creates.'),
  )
}

export async function prepare(options: RunOptions, loadOptions: LoadOptions, signal: AbortSignal): Promise<Prepared> {
  const journal = openJournal(options.out, options.run)
  journal.write({ event: 'run', kind: 'target', name: options.target.baseUrl })
  const client = connect(options, () => undefined)
  const stop = () => client.stop(new Stopped('interrupted'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    const calibration = await calibrate(client, options)
    const { profile, found } = calibration
    const shared = {
      options,
      client,
      profile,
      journal,
      patience: new Patience(options.settleMs),
      creates: newCreates(options),
      gate: new Gate(),
      leave: () => undefined,
    }
    const caller = new Caller(shared, 'load')
    const scene = new Scene(caller)
    let learned: Learned
    try {
      learned = await learn(caller, scene, loadOptions.weighted, found)
    } finally {
      // The journal knows what could not be deleted.
      await scene.close()
    }
    requireJourneys(loadOptions, learned, found)
    const { journeys, cannotBegin } = learned
    return {
      calibration,
      cannotBegin,
      requests: client.requests,
      plan: planOf(options, loadOptions, journeys, profile),
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await client.close()
  }
}
