import { isRecordKind } from '../../schemas/registry.ts'
import { Inconclusive, RECORD, Skipped, type Missing } from '../claim/finding.ts'
import { census } from './census.ts'
import { control } from './control.ts'
import { evidence, whereWanted, type Gathering, type InParts } from './frame/evidence.ts'
import { neighbourReads } from './neighbour-reads.ts'
import { permissionsCensus } from './permissions-census.ts'
import { settingRounds } from './setting-rounds.ts'
import { subject } from './subject.ts'
import { sendVariations, spoils, type Sent } from './variations/send.ts'
import { listedAlone } from './variations/listed-alone.ts'
import { families, type Part, type Tried } from './variations/variation.ts'
import { variationsOf } from './variations/vary.ts'
import { isUnderOwn } from '../scene/lists-before.ts'
import { isListedFirstWithout } from './requests/listings.ts'

/** Variations of the valid request, a part for each family, and what came of them. */
export interface Variations extends Sent, InParts<Part, readonly Tried[]> {}

export const variations = evidence({
  id: 'variations',
  needs: { subject, control, diff: whereWanted(census) },
  after: [census, neighbourReads, settingRounds, permissionsCensus],
  cost(operation, { parts, destructive, target }) {
    const sent = variationsOf(operation, parts, destructive).filter(({ after }) => after !== 'error')
    const makes = operation.act.verb === 'makes' && isRecordKind(operation.act.kind)
    const listing = makes && sent.some(({ about }) => about === 'secondary') ? 1 : 0
    const alone = parts.has('listed-suffice') ? 2 * listedAlone(operation, target).length : 0
    const listed = sent.filter(({ of }) => isListedFirstWithout(of, operation, target)).length
    const before = isRecordKind(operation.act.kind) && isUnderOwn(operation.act.kind) ? Math.min(1, listed) : listed
    return sent.length + before + alone + listing + (spoils(operation, sent) ? 2 : 0)
  },
  async gather({ subject: tried, control: valid, diff, ...gathering }): Promise<Variations> {
    const sent = await sendVariations({ ...gathering, subject: tried, control: valid, isSeen: diff !== undefined })
    const asked = families.filter((family) => gathering.parts.has(family))
    return { ...sent, parts: new Map(asked.map((family) => [family, ofFamily(family, sent, gathering)])) }
  },
})

/** What was answered of a family, or what it means that nothing was. */
function ofFamily(family: Part, sent: Sent, { operation, caller }: Gathering): readonly Tried[] | Missing {
  const tried = sent.tried.filter(({ variation }) => variation.family === family)
  const answered = tried.filter(({ exchange }) => exchange.response)
  if (answered.length > 0) return answered
  if (tried.length > 0) return new Inconclusive('no such request got a response')
  if (sent.unfindable)
    return new Inconclusive(
      'it was not sent: the create returns no identifier, so a record without a name could not be found again',
    )
  if (!caller.destructive && variationsOf(operation, new Set([family]), false).length === 0)
    return new Skipped('a write that names no record, a malformed one or one of others needs --allow destructive')
  return new Inconclusive('there is no record of the run’s own to try it on', RECORD)
}
