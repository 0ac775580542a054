/** How much do the journeys' requests cost k6 by themselves: the same requests in the same order, and nothing looked at? */
import exec from 'k6/execution'
import http from 'k6/http'
import type { Plan } from '../../load/scripts/plan.ts'
import { arrivals } from '../../load/scripts/shapes.ts'
import { turnOf } from '../../load/scripts/turns.ts'

const plan = JSON.parse(open(__ENV['TOUCHSTONE_PLAN'] ?? './plan.json')) as Plan
const headers = {
  accept: 'application/json',
  'content-type': 'application/json',
  'user-agent': 'touchstone',
  [plan.auth.header]: `${plan.auth.scheme} ${__ENV['TOUCHSTONE_TOKEN']}`,
}

export const options = {
  scenarios: { load: arrivals(plan.shape, plan.users) },
  // As k6 has it where nobody says otherwise; trimmed, with the few that a load of Touchstone may need.
  ...(__ENV['BENCH_TRIMMED'] === 'true' ? { systemTags: ['name', 'status', 'error_code', 'scenario'] } : {}),
}

export default function journey(): void {
  const number = exec.scenario.iterationInTest
  const chosen = plan.journeys[turnOf(number, plan.turns) ?? 0]
  if (!chosen) throw new Error('the plan has no journeys')
  let id = ''
  for (const { method, path, body, operation, act } of chosen.steps) {
    // What is looked at besides is no part of a journey.
    if (act === 'gone') break
    const fill = (text: string) => text.replaceAll('{name}', `bare-${number}-`).replaceAll('{id}', id)
    const url = plan.baseUrl + fill(path)
    const response = http.request(method, url, body === null ? null : fill(body), {
      headers,
      tags: { name: operation },
    })
    // The requests that follow can't do without it.
    if (act === 'creates' && typeof chosen.record?.id === 'string') {
      const made = response.json(chosen.record.id)
      id = typeof made === 'string' ? made : ''
    }
  }
}

export function handleSummary(data: {
  metrics: Record<string, { values: Record<string, number> }>
}): Record<string, string> {
  const count = (metric: string) => data.metrics[metric]?.values['count'] ?? 0
  const told = { journeys: count('iterations'), dropped: count('dropped_iterations'), requests: count('http_reqs') }
  return { [__ENV['TOUCHSTONE_SUMMARY'] ?? 'stdout']: JSON.stringify(told) }
}
