/** What is known to be there is shown: a response that says yes and shows nothing is of no use to anybody (docs/judgement.md, rule 18). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { does, type Operation } from '../../schemas/registry.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { supplyFor } from '../claim/supply.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { joins, namesOnly, otherJoin, otherOf, roleOf } from '../evidence/other-join.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { saysUnknown } from '../target/profile.ts'
import { isNothing } from '../values/nothing.ts'
import { check, type Check, type Context } from './check.ts'
import { listsIn, successful, valueOfResponse } from './seen.ts'

/** Null, or an envelope of one member after another around it. */
function isNull(value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'object' || Array.isArray(value)) return false
  const members: readonly unknown[] = Object.values(Object(value))
  return members.length === 1 && isNull(members[0])
}

const isList = ({ act }: Operation) => act.verb === 'lists'

/** Whether each of two operations answers the command for the role of the other: by one response nobody could tell. */
function isCrossed(sent: Exchange, operation: Operation, crossed: Exchange): boolean {
  const other = otherOf(operation)
  if (!other) return false
  const [own, others] = [roleOf(operation), roleOf(other)]
  return namesOnly(others, own, sent) && namesOnly(own, others, crossed)
}

const something = check({
  id: 'reads/something',
  clause: 'NAME-5',
  claim: 'SHOULD show something of what is there',
  sends: 'the valid request for an existing user or container, for a list, or for a node’s join command',
  expects:
    'more than null, an empty text, or objects and lists of those; where a join command names a role, not the other one',
  kills: ['reads/nothing-*', 'cluster/joins-crossed'],
  on: (operation) =>
    isList(operation) ||
    joins(operation) ||
    does('reads', 'container')(operation) ||
    readsUser(operation) ||
    tellsCommand(operation),
  needs: { control, otherJoin: optional(otherJoin) },
  prove({ control: sent, otherJoin: crossed, operation, placeholders, ...context }) {
    const supply = supplyFor(placeholders, operation)
    successful(sent, context, supply)
    if (placeholders.length > 0)
      throw new Inconclusive('the request names what the target does not have', supply, [sent])
    if (sent.response?.json.ok !== true) throw new Inconclusive('the response is no JSON', undefined, [sent])
    const value = valueOfResponse(context, sent)
    const breach = () => new Breach({ expected: 'something to be shown', got: inWords(sent), exchanges: [sent] })
    // Of what reads as an action, null may be all that its success says.
    if (joins(operation) && isNull(value))
      throw new Inconclusive('it answers null, as an action may', undefined, [sent])
    if (crossed?.response && context.profile.isSuccess(crossed.response) && isCrossed(sent, operation, crossed))
      throw new Breach({
        expected: `the command with which a ${roleOf(operation)} joins`,
        got: `the one for the other role, and ${crossed.operation} answers this one`,
        exchanges: [sent, crossed],
      })
    if (!isList(operation)) {
      if (!isNothing(value)) return
      // An identifier of the target file may have become old.
      if (isNull(value) && context.profile.showsNullForUnknown)
        throw new Inconclusive('the response is the one to an identifier that nothing has', supply, [sent])
      throw breach()
    }
    const items = listsIn(value).flat()
    // Null may stand for a list of nothing; a list of nothing but nulls lists something, and does not show it.
    if (items.length === 0) throw new Inconclusive('nothing is listed', undefined, [sent])
    if (items.every(isNothing)) throw breach()
  },
})

function readsUser({ act }: Operation): boolean {
  return act.verb === 'reads' && act.kind === 'user'
}

/** The command that starts a stack. */
function tellsCommand({ act }: Operation): boolean {
  return act.verb === 'reads' && act.aspect === 'command'
}

/**
 * Holds the reads of what a list shows against that list.
 * @throws Breach where each of them is answered as this target answers to unknown identifiers, or by null
 */
export function holdToList(reads: readonly Probe[], listed: readonly string[], context: Context): void {
  const { profile } = context
  const asked = reads.filter(({ ask, of }) => ask === 'one' && listed.includes(of)).map(({ exchange }) => exchange)
  const isUnknown = (one: (typeof asked)[number]) =>
    one.response !== null && profile.isError(one.response)
      ? saysUnknown(one, profile)
      : isNull(valueOfResponse(context, one))
  const [first] = asked
  if (!first || !asked.every(isUnknown)) return
  const list = reads.filter(({ ask }) => ask === 'list').map(({ exchange }) => exchange)
  throw new Breach({
    expected: 'what is listed to be shown',
    got: `each that was asked for is answered as if it were not there: ${inWords(first)}`,
    exchanges: [...list, ...asked],
  })
}

export const somethingChecks: readonly Check[] = [something]
