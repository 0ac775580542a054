/** What checks of the host have in common: what was sent for them, or what it means that nothing was. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'
import type { Case } from './check.ts'
import type { Census } from '../evidence/census.ts'
import { Blocked, Skipped, Inconclusive } from '../claim/finding.ts'
import type { Probe } from '../evidence/probes.ts'

function unsent({ trace }: Case): never {
  if (trace.blocked) throw new Blocked(trace.blocked.reason, trace.blocked.by)
  if (trace.unsent?.inconclusive) throw new Inconclusive(trace.unsent.reason)
  throw new Skipped(trace.skipped ?? trace.unsent?.reason ?? 'it was not sent')
}

/** The census of a case; throws what it means that there is none. */
export const censusOf = (scene: Case): Census => scene.trace.census ?? unsent(scene)

/** The reads around the valid request; throws what it means that there are none. */
export const probesIn = (scene: Case): readonly Probe[] => scene.trace.probes ?? unsent(scene)

/** The value that a success shows; undefined for every other answer. */
export const valueOfAnswer = ({ profile }: Case, { answer }: Exchange): unknown =>
  answer && profile.isSuccess(answer) && answer.json.ok ? answer.json.value : undefined

/** The valid request's answer, a success; throws where it is none. */
export function controlOf(scene: Case, supply?: string): Exchange {
  const control = scene.trace.control ?? unsent(scene)
  if (!control.answer || !scene.profile.isSuccess(control.answer))
    throw new Inconclusive('the valid request does not succeed', supply, [control])
  return control
}

/** The different values of a field at any depth, as texts, in the order in which they stand. */
export function allOf(value: unknown, field: string): readonly string[] {
  const found = objectsIn(value).flatMap((object) => (field in object ? [object[field]] : []))
  return [...new Set(found.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : [])))]
}

/** Whether a JSON value says anything: a text that is not empty or a number stands somewhere in it. */
export function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (typeof value === 'number') return true
  return typeof value === 'object' && value !== null && Object.values(value).some(saysSomething)
}

/** A value in a few words. */
export const brief = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length <= 80 ? text : `${text.slice(0, 80)}… (${text.length} characters)`
}
