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
import { check } from './check.ts'

/** Listed fields that hold values: neither what a record is told by, nor what points at others, which may be shown nested. */
const valuesOf = ({ body }: Operation) =>
  (body?.fields ?? []).filter(({ name }) => !isNaming(name) && !name.endsWith('Id'))

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

export const burstValues = check({
  id: 'burst/values',
  clause: 'NAME-2',
  claim: 'SHOULD keep the values of each of many simultaneously created records',
  sends: `${BURST} valid creates at once, and a read of each; some give an e-mail address as username, or a made-up type`,
  expects: 'each read to show the values of its own create',
  kills: ['burst/value-*'],
  on: (operation) => isCreate(operation) && valuesOf(operation).length > 0,
  needs: { several },
  prove({ several: { made, creates }, operation }) {
    const compared = made.flatMap((one) => comparedOf(operation, one))
    const wrong = compared.filter((one) => one.likeness === 'other' || isOfAnother(one, compared))
    const [first] = wrong
    if (first)
      throw new Breach({
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
