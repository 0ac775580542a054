/** Many creates under way together: each record holds what its own create carried, odd as that may be. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isNaming } from '../../fixtures/payload/payload.ts'
import { valueOf } from '../../fixtures/payload/find.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import { identifierField, isCreate, isRecordKind, type Operation } from '../../schemas/registry.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { BURST, namesShown, type BurstMade } from '../evidence/burst.ts'
import { shownIn } from '../evidence/census/shown-in.ts'
import { compare, isSecret, type Likeness } from '../values/compare.ts'
import { besides, shownAs } from '../values/difference.ts'
import { demandOverlap, several } from './burst.ts'
import { check, consistencyCheck } from './check.ts'

/** Listed fields that hold values: not what points at others, which may be shown nested, nor an appName, which gets a suffix. */
const valuesOf = ({ body }: Operation) =>
  (body?.fields ?? []).filter(({ name }) => name !== 'appName' && !name.endsWith('Id'))

/** A listed field of one record, as it was sent and as it is shown. */
interface Compared {
  readonly name: string
  readonly written: unknown
  readonly shown: unknown
  readonly likeness: Likeness
  readonly made: BurstMade
  readonly exchanges: readonly Exchange[]
}

/** What a record shows of what its create carried, where the read shows the record itself. */
function comparedOf(operation: Operation, made: BurstMade): readonly Compared[] {
  const { kind } = operation.act
  const last = made.reads.at(-1)
  if (!isRecordKind(kind) || made.id === null || !last?.response?.json.ok) return []
  if (namesShown(last, [made.name]).length === 0) return []
  const record = recordIn(last.response.json.value, identifierField[kind], made.id)
  return valuesOf(operation).flatMap(({ name, type }) => {
    const written = valueOf(made.created.asked?.body, name)
    const shown = shownIn(record, kind, name)
    if (written === undefined || !('value' in shown)) return []
    const likeness = compare(name, type, written, shown.value)
    return [{ name, written, shown: shown.value, likeness, made, exchanges: [made.created, last] }]
  })
}

/** A secret that is shown in plain words, which are those of another record: no mask says that. */
const isOfAnother = (one: Compared, all: readonly Compared[]): boolean =>
  isSecret(one.name) &&
  one.shown !== one.written &&
  all.some(({ name, written }) => name === one.name && typeof written === 'string' && written === one.shown)

/** A secret that is shown in other letters, which opens nothing. */
const isOtherLetters = ({ name, likeness }: Compared) => isSecret(name) && likeness === 'near'

/** A text that is shown as a number. */
const isNumber = ({ written, shown }: Compared) => typeof written === 'string' && typeof shown === 'number'

export const burstValues = check({
  id: 'burst/values',
  clause: 'NAME-2',
  claim: 'SHOULD keep the values of each of many simultaneously created records',
  sends: `${BURST} valid creates at once, and a read of each; some give an e-mail address as username, a made-up type, digits alone, or characters that HTML escapes`,
  expects: 'each read to show the values of its own create, and no text as a number',
  kills: ['burst/value-*'],
  on: (operation) => isCreate(operation) && valuesOf(operation).length > 0,
  needs: { several },
  prove({ several: { made, creates }, operation }) {
    const compared = made.flatMap((one) => comparedOf(operation, one))
    const wrong = compared.filter(
      (one) => one.likeness === 'other' || isOfAnother(one, compared) || isNumber(one) || isOtherLetters(one),
    )
    const first = wrong.find(isNumber) ?? wrong[0]
    if (first)
      throw new Breach({
        ...(isNumber(first) ? { level: 'MUST' } : {}),
        expected: `${first.name} to be shown as ${besides(first.written, first.shown)[0]}`,
        got: `${first.name} is ${shownAs(first.name, first.written, first.shown)}, on ${new Set(wrong.map((one) => one.made)).size} of ${made.length} records`,
        cause: first.likeness,
        exchanges: first.exchanges,
        change: true,
      })
    if (compared.length === 0) throw new Inconclusive('no read shows any of their values')
    demandOverlap(creates)
  },
})

/** Whether letters of both cases stand in a text that was written: of others, none could come to be shown in the other case. */
const hasBothCases = (written: unknown) => typeof written === 'string' && /[A-Z]/.test(written) && /[a-z]/.test(written)

export const burstLetters = consistencyCheck({
  id: 'burst/letters',
  clause: 'NAME-2',
  claim: 'SHOULD show the letters of a text as the other creates of this target do',
  sends: 'valid creates, of which one gives a name with letters of both cases, and one such other texts; and reads',
  expects: 'what most creates of this target do with such letters',
  kills: ['letters/*'],
  on: (operation) => isCreate(operation) && valuesOf(operation).some(({ type }) => type === 'string'),
  needs: { several },
  ask({ several: { made }, operation }) {
    const shown = made
      .flatMap((one) => comparedOf(operation, one))
      .filter(
        ({ name, written, likeness }) =>
          !isSecret(name) && hasBothCases(written) && (likeness === 'same' || likeness === 'near'),
      )
    if (shown.length === 0)
      throw new Inconclusive('no read shows a text with letters of both cases: such creates were rejected, or altered')
    return shown.map(({ name, likeness, exchanges }) => ({
      question: `${isNaming(name) ? 'a name' : 'another text'} with letters of both cases that a create gives is shown in other letters`,
      ...(isNaming(name)
        ? {}
        : { wider: ['a text with letters of both cases that a create gives is shown in other letters'] }),
      of: name,
      way: likeness === 'near' ? ('taken' as const) : ('refused' as const),
      words: { refused: 'left as it was', taken: 'altered' },
      exchanges,
    }))
  },
})
