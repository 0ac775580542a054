/** The round trips of what is no record: settings, people, containers, nodes, and what the service says of itself. */
import type { AnyCheck } from './check.ts'
import { machineChecks } from './machines.ts'
import { removed } from './nodes.ts'
import { restartedChecks } from './restarted.ts'
import { peopleChecks } from './people.ts'
import { serviceChecks } from './service.ts'
import { settingChecks } from './settings.ts'
import { somethingChecks } from './something.ts'

export const hostChecks: readonly AnyCheck[] = [
  ...settingChecks,
  ...peopleChecks,
  ...machineChecks,
  removed,
  ...restartedChecks,
  ...serviceChecks,
  ...somethingChecks,
]
