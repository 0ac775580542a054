import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { objectsIn } from '../../../fixtures/payload/find.ts'
import { isRecordKind } from '../../../schemas/registry.ts'
import { control } from '../../evidence/control.ts'
import { optional, part } from '../../evidence/frame/evidence.ts'
import { variations } from '../../evidence/variations.ts'
import { check, type Context } from '../check.ts'
import { Breach, inWords, Inconclusive } from '../../claim/finding.ts'
import type { Tried } from '../../evidence/variations/variation.ts'
import { showsInvitation } from '../invited.ts'
import { saysUnknown } from '../../target/profile.ts'
import { isEmpty, sentQuery, succeeds, textOfFile, undecided } from './asked.ts'

/** A read of what nobody has: nothing may be shown that is somebody's. */
function proveRead(
  { operation: { query, act }, profile }: Pick<Context, 'operation' | 'profile'>,
  { exchange, again, outlived }: Tried,
  known: Exchange | undefined,
): void {
  const value = exchange.response?.json.ok ? exchange.response.json.value : undefined
  if (isEmpty(value)) return
  if (outlived !== undefined)
    throw new Breach({
      expected: `an error or nothing for a deleted ${query[0]?.name ?? ''}`,
      got: `what belongs to ${outlived}: ${inWords(exchange)}`,
      cause: 'outlived its record',
      exchanges: [exchange, again ?? []].flat(),
    })
  const text = act.kind === 'proxy-file' ? textOfFile(exchange, profile) : undefined
  // The text of a file, of which there is no other; and the user of an invitation that nobody was sent.
  const another =
    (text !== undefined && known !== undefined && text === textOfFile(known, profile)) ||
    (act.kind === 'invitation' && showsInvitation(exchange))
  if (another)
    throw new Breach({
      expected: `an error or nothing for an unknown ${query[0]?.name ?? ''}`,
      got: `what is somebody's: ${inWords(exchange)}`,
      cause: "somebody else's data",
      exchanges: [known ?? [], exchange].flat(),
    })
  const sent = sentQuery(exchange)
  const identifiers = query.filter(({ required, name }) => required && name.endsWith('Id'))
  // What is selected by a name or a path may well be shown as empty in its own way.
  if (identifiers.length === 0 && act.kind !== 'invitation') return
  for (const { name } of identifiers) {
    const shown = objectsIn(value).find((object) => name in object)?.[name]
    if (typeof shown !== 'string' && typeof shown !== 'number') continue
    // Its own record, still there: what deleting promises is judged elsewhere.
    if (String(shown) === sent.get(name)) return
    throw new Breach({
      expected: `an error or nothing for an unknown ${name}`,
      got: `a record whose ${name} is another: ${inWords(exchange)}`,
      cause: 'another record',
      exchanges: [exchange],
    })
  }
  throw new Inconclusive('an unknown identifier or token shows something, but not whose it is', undefined, [exchange])
}

/** The first few fields that changed; the path of a record as a whole is empty. */
const inFew = (paths: readonly string[]) =>
  [...new Set(paths.map((path) => (path === '' ? 'the whole record' : path)))].slice(0, 4).join(', ')

function proveWrite({ exchange, around, revived }: Tried): void {
  if (revived)
    throw new Breach({
      expected: 'no record under an identifier that nobody has',
      got: `a record that was not there, after ${inWords(exchange)}`,
      cause: 'a record made',
      exchanges: revived,
    })
  if (!around || around.exchanges.length === 0)
    throw new Inconclusive('it succeeds, and no read shows whether it changed a record', undefined, [exchange])
  if (around.paths.length > 0)
    throw new Breach({
      expected: 'no change of a record that the request does not name',
      got: `a change of ${inFew(around.paths)} after ${inWords(exchange)}`,
      cause: 'a change',
      exchanges: [exchange, ...around.exchanges],
      change: true,
    })
  if (around.mute)
    throw new Inconclusive('it succeeds, and none of its values would show on another record', undefined, [exchange])
}

export const unknownId = check({
  id: 'params/unknown-id',
  clause: 'PARAM-*',
  claim: 'SHOULD find nothing under an unknown identifier',
  sends:
    'the valid request with the identifier of a deleted record of this run; for reads also 128 random bits, or no text at all',
  expects: 'an error or nothing; no other record, and no change of the run’s own records',
  kills: [
    'params/unknown-shows-*',
    'params/empty-shows-*',
    'params/unknown-changes-another',
    'params/unknown-changes-first',
    'params/unknown-removes-newest',
    'params/unknown-outlived',
    'params/unknown-revives',
    'params/unknown-delete-revives',
    'files/path-as-url',
    'people/invitation-of-another',
  ],
  on: ({ method, effect, query, act }) =>
    method === 'GET'
      ? effect === 'read' && query.some(({ required }) => required)
      : isRecordKind(act.kind) && (act.verb !== 'makes' || act.kind === 'port' || act.kind === 'mount'),
  needs: { control, about: part(variations, 'unknown-id'), empty: optional(part(variations, 'empty-id')) },
  prove(given) {
    const { operation, control: sent, about, empty, placeholders } = given
    const known = placeholders.length > 0 ? undefined : sent
    for (const one of [...about, ...(empty ?? [])].filter(({ taken }) => taken)) {
      if (operation.method === 'GET') proveRead(given, one, known)
      else if (operation.act.verb !== 'makes') proveWrite(one)
    }
    const { profile } = given
    const isTold = about.length > 0 && about.every(({ taken, exchange }) => !taken && saysUnknown(exchange, profile))
    if (!succeeds(given) && (!isTold || saysUnknown(sent, profile))) throw undecided(given)
  },
})
