/** The limits of the target file that a load can be held to. */
import { operations } from '../schemas/registry.ts'
import { scenarios, type LoadLimit, type Scenario } from '../schemas/load.ts'
import type { TargetFile } from '../schemas/target.ts'

/** @param sent the operations that the load sends to */
export function limitsOf(
  { latency = {}, errors = {}, rates = {} }: NonNullable<TargetFile['limits']>,
  scenario: Scenario,
  sent: ReadonlySet<string>,
): readonly LoadLimit[] {
  const names = [...new Set([latency, errors, rates].flatMap((one) => Object.keys(one)))]
  return names.flatMap((name): readonly LoadLimit[] => {
    const about = operations.some(({ id }) => id === name)
      ? 'operation'
      : scenarios.some((one) => one === name)
        ? 'scenario'
        : 'group'
    const concerns =
      about === 'scenario' ? name === scenario : [...sent].some((id) => id === name || id.startsWith(`${name}.`))
    if (!concerns) return []
    const [times, budget, rate] = [latency[name], errors[name], rates[name]]
    return [
      {
        about,
        name,
        ...(times ? { latency: withoutAbsent(times) } : {}),
        ...(budget === undefined ? {} : { errors: budget }),
        ...(rate === undefined ? {} : { rate }),
      },
    ]
  })
}

/** zod leaves the keys of what was not given, undefined. */
const withoutAbsent = (times: Readonly<Record<string, number | undefined>>): NonNullable<LoadLimit['latency']> =>
  Object.fromEntries(Object.entries(times).filter(([, ms]) => ms !== undefined))
