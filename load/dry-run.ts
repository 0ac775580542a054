/** The plan of a load before anything was sent. */
import { identifierField } from '../schemas/registry.ts'
import type { RunOptions } from '../schemas/target.ts'
import { fieldWord } from '../schemas/vocabulary.ts'
import { planOf, stepsOf } from './plan.ts'
import type { WeightedJourney } from './options.ts'
import type { LoadOptions } from './options.ts'
import type { JourneyPlan, Plan } from './scripts/plan.ts'

/** A journey of which nothing was tried: the identifier is looked for under its own name. */
function journeyOf({ journey }: WeightedJourney, options: RunOptions): JourneyPlan {
  const { name, kind } = journey
  const steps = stepsOf(journey, options, pointersOf(options))
  if (kind === null) return { name, record: null, steps }
  const id = fieldWord(options.target.vocabulary ?? {}, identifierField[kind])
  return { name, record: { kind, id, lookup: null, named: steps[0]?.operation.endsWith('.create') === true }, steps }
}

function pointersOf({ target }: RunOptions): Readonly<Record<string, string>> {
  const { templateId, ...rest } = target.identifiers
  return { ...rest, ...(templateId === undefined ? {} : { id: templateId }) }
}

/** Only what the options say is known: no response of the target. */
export function dryRun(options: RunOptions, loadOptions: LoadOptions): Plan {
  const journeys = loadOptions.weighted.map((one) => journeyOf(one, options))
  return planOf(options, loadOptions, journeys, null)
}
