import { describe, expect, it } from 'vitest'
import { operation, type OperationId } from '../../../schemas/registry.ts'
import { naturalConsistency } from '../../../suites/checks/natural.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import type { WrittenField } from '../../../suites/evidence/census/state-diff.ts'
import { ODD_VALUE } from '../../../suites/evidence/requests/stimuli.ts'
import { caseOf } from '../cases.ts'
import { exchangeOf, responseOf } from '../exchanges.ts'
import { census } from '../red/pair.ts'

const exchanges = [exchangeOf(responseOf({ body: true }))]

const field = (name: string, written: unknown, shown: unknown, before: unknown = 'before'): WrittenField => ({
  field: name,
  type: 'string',
  written,
  shown,
  before,
})

function votes(of: OperationId, further: WrittenField, fields: readonly WrittenField[] = []) {
  const [check] = naturalConsistency
  if (!check) throw new Error('no check')
  const carried = fields.length > 0 ? { raced: { values: [], answers: exchanges, further: { fields, exchanges } } } : {}
  const scene = { ...caseOf({ ...census({ further: [further] }), ...carried }), operation: operation(of) }
  return check.ask(scene).map(({ of: what, way, wider }) => [what, way, wider !== undefined])
}

const name = field('name', 'a', 'a')

describe('other fields of the create that an update carries', () => {
  it('are shown, or left as they were', () => {
    const fields = [field('databaseUser', 'u', 'u'), field('databaseName', 'n', 'before')]
    expect(votes('sqla.update', name, fields)).toEqual([
      ['name', 'refused', false],
      ['databaseUser', 'refused', true],
      ['databaseName', 'taken', true],
    ])
  })

  it('of a registry are compared with those of no other kind', () => {
    expect(votes('registry.update', name, [field('imagePrefix', 'p', 'before')])).toContainEqual([
      'imagePrefix',
      'taken',
      false,
    ])
  })

  it('say nothing where a secret is shown in another form', () => {
    expect(votes('sqla.update', name, [field('databasePassword', 'p', '****')])).toHaveLength(1)
  })

  it('are mixed up where one shows what was sent for another', () => {
    const fields = [field('registryUrl', 'address', 'prefix'), field('imagePrefix', 'prefix', 'before')]
    expect(() => votes('registry.update', name, fields)).toThrow(Breach)
  })
})

describe('the environment of a save', () => {
  const written = `TOUCHSTONE=a-name\n# touchstone\nTOUCHSTONE_TOLD=${ODD_VALUE}`
  const saved = (shown: unknown, before: unknown = null) => {
    const [[, way] = []] = votes('sqla.saveEnvironment', field('env', written, shown, before))
    return way
  }

  it('is kept where it is shown as it was sent', () => {
    expect(saved(written)).toBe('refused')
  })

  it('is not kept where it stands behind the one before', () => {
    expect(saved(`A=1\n${written}`, 'A=1')).toBe('taken')
  })

  it('is altered where one variable has another value', () => {
    expect(saved(written.replace('&', '&amp;'))).toBe('taken')
  })

  it.each([
    ['as a list', ['TOUCHSTONE=a-name', `TOUCHSTONE_TOLD=${ODD_VALUE}`]],
    ['in quotes', `TOUCHSTONE="a-name"\nTOUCHSTONE_TOLD="${ODD_VALUE}"`],
    ['below a line of its own, the former text being a part of it', `# kept\n${written}`],
    ['hidden', 'TOUCHSTONE=****\nTOUCHSTONE_TOLD=****'],
  ])('decides nothing where the target shows it %s', (_how, shown) => {
    expect(() => saved(shown, '# touchstone')).toThrow(Inconclusive)
  })
})
