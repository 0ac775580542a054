/** A port that a record has, given to another one as well: that may be refused, and takes nothing away from who had it. */
import { subjectField } from '../../../fixtures/payload/payload.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { Around } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import { drifts, none, stays, type Onlookers } from './onlookers.ts'

type Fields = Readonly<Record<string, unknown>>

/** The ports that a change of a record lists. */
export const portsOf = (operation: Operation): readonly string[] =>
  operation.act.verb !== 'changes'
    ? []
    : (operation.body?.fields ?? [])
        .filter(({ name, type }) => type === 'integer' && /port$/i.test(name))
        .map(({ name }) => name)

/** The request, the look at who had the port, and a later look at who was given it. */
export const CONTESTED = 3

/**
 * Gives a neighbour the ports that the lane's own record was given just now, and looks at that one again.
 * @param body what the lane's own record was given
 */
export async function contested(
  operation: Operation,
  caller: Caller,
  around: Around,
  body: Fields,
): Promise<Onlookers> {
  const { own, others } = around
  const ports = portsOf(operation)
  const neighbour = others.find(({ alive, kind }) => alive && kind === own.kind)
  const was = around.last(own)
  const subject = subjectField(operation) ?? ''
  if (ports.length === 0 || !neighbour || !was?.record) return { ...none, exchanges: [] }
  const same = Object.fromEntries(ports.map((name) => [name, body[name]]))
  const given = { ...body, [subject]: neighbour.id }
  const request = await caller.call({ operation, references: neighbour.references, body: given })
  if (caller.success(request)) around.touch(neighbour, same)
  const is = await around.seen(own, stays(own, was), 'a record to keep a port that another is given')
  const found = drifts(own, was, is, new Set())
  return { ...found, exchanges: found.drifts.length > 0 ? [request, is.exchange] : [] }
}
