/** What a list shows of the run's own records: each once, under its own names (docs/judgement.md, rules 6, 7 and 15). */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectBearing, objectsIn } from '../../fixtures/payload/find.ts'
import { isObject } from '../../schemas/json-object.ts'
import { Breach } from '../claim/finding.ts'
import type { NeighbourReads } from '../evidence/neighbour-reads.ts'
import { compare, isAlike, isSecret } from '../values/compare.ts'
import { listedOtherwise } from '../values/listed-otherwise.ts'

/** A list, and the two records of the run that stand in it. */
interface Listed extends Pick<NeighbourReads, 'id' | 'otherId' | 'own' | 'other' | 'given' | 'field' | 'shown'> {
  readonly value: unknown
  readonly exchange: Exchange
}

type Problem = Pick<Breach, 'expected' | 'got' | 'cause'>

/** A record that bears what only the other one was given. */
function crossed({ value, id, otherId, own, other }: Listed): Problem | undefined {
  for (const [whose, marks, strange] of [
    [id, own, other],
    [otherId, other, own],
  ] as const) {
    const texts = Object.values(objectBearing(value, whose) ?? {})
    const text = texts.find((one) => strange.some((mark) => mark === one))
    if (whose !== '' && text !== undefined && marks.length > 0)
      return {
        expected: `the record ${whose} under its own names`,
        got: `it with ${JSON.stringify(text)}, which another one was given`,
        cause: 'mixed fields',
      }
  }
  return undefined
}

/** A field under which stands what the run gave the record under another one. */
function mixed({ value, given = new Map(), field }: Listed): Problem | undefined {
  for (const [whose, texts] of given) {
    const entry = objectsIn(value).find((object) => object[field] === whose)
    for (const [name, own] of texts) {
      const shown = entry?.[name]
      if (typeof shown !== 'string' || isSecret(name)) continue
      if (own.some((one) => isAlike(compare(name, 'string', one, shown)))) continue
      const [under] = [...texts].find(([, all]) => all.includes(shown)) ?? []
      if (under !== undefined)
        return {
          expected: `${name} of the record ${whose} as it was given, ${JSON.stringify(own.at(-1))}`,
          got: `${name} is ${JSON.stringify(shown)}, which is its ${under}`,
          cause: 'mixed fields',
        }
    }
  }
  return undefined
}

/** A record that stands in one list twice, alike: what merely points at it, for several ends, differs. */
function doubled({ value, field }: Listed): Problem | undefined {
  const lists = [value, ...objectsIn(value).flatMap((object) => Object.values(object))].filter(Array.isArray)
  for (const list of lists) {
    const entries = list.filter(isObject).filter((one) => typeof one[field] === 'string')
    const twice = entries.find((one, at) => entries.slice(0, at).some((earlier) => isDeepStrictEqual(earlier, one)))
    if (twice)
      return {
        expected: 'each record once',
        got: `the record ${String(twice[field])} twice`,
        cause: 'twice in one list',
      }
  }
  return undefined
}

/** A field that the list shows otherwise than the read of the record, which shows it as it was written. */
function contradicted({ value, field, shown = new Map() }: Listed): Problem | undefined {
  const found = listedOtherwise(value, field, shown)
  return (
    found && {
      expected: `${found.name} of the record ${found.id} as its read shows it, ${JSON.stringify(found.one)}`,
      got: `${found.name} is ${JSON.stringify(found.listed)} in the list, and ${JSON.stringify(found.one)} in the read`,
      cause: 'another value than the read shows',
    }
  )
}

/** What is wrong with how a list shows records; undefined: nothing. */
export function listProblem(listed: Listed): Breach | undefined {
  const problem = crossed(listed) ?? mixed(listed) ?? contradicted(listed) ?? doubled(listed)
  return problem && new Breach({ ...problem, exchanges: [listed.exchange] })
}
