import { lifeOf } from '../../schemas/registry.ts'
import type { Around } from '../scene/around.ts'
import type { Caller } from '../scene/call.ts'
import { isFar } from '../scene/foreign-records.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import type { Planned } from './plan.ts'

/** Reads all that is left once more: what refused requests carried, and was written since, shows in it (auth/not-stored). */
export async function lookOnce(
  used: readonly RecordFixture[],
  turns: readonly Planned[],
  caller: Caller,
): Promise<void> {
  const near = ({ own, others }: Around) => [own, ...others.filter((record) => !isFar(record, own))]
  const all = new Set(used.flatMap(({ around }) => (around ? near(around) : [])))
  const left = [...all].filter(({ alive }) => alive)
  const whole = used
    .slice(0, 1)
    .filter(({ kind }) => kind === 'port' || kind === 'mount')
    .map(({ parent: references }) => ({ kind: 'application' as const, references }))
  const reads = [...left, ...whole].map((one) => ({ operation: lifeOf(one.kind).one, references: one.references }))
  // What a refused create has made shows in a list alone.
  const lists = turns.flatMap(({ operation }) => (operation.act.verb === 'lists' ? { operation } : []))
  const asked = [...reads, ...lists].filter(({ operation }) => caller.allows(operation))
  await Promise.all(asked.map((call) => caller.call(call)))
}
