/** What writes make of an empty text (docs/judgement.md, rule 8): some take it for none at all, and leave what stood there. */
import { furtherTexts, oddFields } from '../../fixtures/payload/fuzz/payload.ts'
import { isNaming } from '../../fixtures/payload/payload.ts'
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'
import type { Vote } from '../target/vote.ts'
import { isSecret } from '../values/compare.ts'
import { isUnset } from '../values/sources.ts'
import type { Body, Stage } from './stage.ts'

/** Texts that may be emptied. Names tell records apart, and a form with an empty password keeps the one that there is. */
function emptiable(operation: Operation, { sample }: Pick<Target, 'sample'>): readonly string[] {
  const { act, method, effect } = operation
  if (act.verb === 'makes' || method === 'GET' || effect === 'host' || !isRecordKind(act.kind)) return []
  const texts = oddFields(operation, sample[operation.id]).filter(({ type }) => type === 'string')
  const names = [...texts.map(({ name }) => name), ...furtherTexts(operation)]
  return names.filter((name) => !isNaming(name) && !isSecret(name))
}

/** One write with all texts in place; for each text a write without it, and a read. */
export function emptyCost(operation: Operation, target: Pick<Target, 'sample'>): number {
  const { length } = emptiable(operation, target)
  return length === 0 ? 0 : 1 + 2 * length
}

/** Empties each text that a read shows, one after another, and says what is shown in its place. */
export async function tryEmpty(stage: Stage): Promise<readonly Vote[]> {
  const { own, operation, caller } = stage
  const names = emptiable(operation, caller.options.target).filter(
    (name) => stage.visible.has(name) || stage.further.has(name),
  )
  if (!own || names.length === 0) return []
  const bodyOf = (): Body => ({ ...stage.plainBody(), ...stage.furtherOf(stage.further) })
  let stands = bodyOf()
  if (!caller.success(await stage.send({ body: stands }))) return []
  const votes: Vote[] = []
  for (const name of names) {
    const body = { ...bodyOf(), [name]: '' }
    const sent = await stage.send({ body })
    if (!caller.success(sent)) continue
    const others = names.filter((one) => one !== name)
    // The others are new each time: who shows them shows this one as it is by now.
    const isNew = (record: Body) => others.every((one) => stage.shows(record, one, body[one]))
    const isEmpty = (record: Body) => isUnset(stage.shown(record, name).value)
    const seen = await stage.see(own, (record) => isNew(record) && (others.length > 0 || isEmpty(record)))
    const exchanges = [sent, seen.exchange]
    if (seen.record && isNew(seen.record)) {
      if (isEmpty(seen.record)) votes.push(voteOf(stage, name, 'refused', exchanges))
      else if (stage.shows(seen.record, name, stands[name])) votes.push(voteOf(stage, name, 'taken', exchanges))
    }
    stands = body
  }
  return votes
}

const EMPTY = 'an empty text that was taken leaves the earlier one there'

/** A default in its place is the target's own way, and no vote. */
const voteOf = ({ further }: Stage, of: string, way: Vote['way'], exchanges: Vote['exchanges']): Vote => ({
  question: further.has(of) ? 'an empty further text that was taken leaves the earlier one there' : EMPTY,
  wider: [EMPTY],
  of,
  way,
  words: { refused: 'the earlier one was replaced', taken: 'it stayed' },
  exchanges,
})
