/** Fields that one record leaves out: where the records of others show them, or all others of its own. */
import { expect, it } from 'vitest'
import { serviceKinds } from '../../../schemas/operation.ts'
import { operation, type OperationId } from '../../../schemas/registry.ts'
import { shownByKinds } from '../../../suites/checks/shown-by-kinds.ts'
import type { Observation } from '../../../suites/target/oracle.ts'
import { caseOf } from '../cases.ts'
import { census, success, writtenField } from '../red/pair.ts'
import { verdicts } from '../target/votes.ts'

type Texts = Readonly<Record<string, string>>

/** The votes on what an operation wrote, where a read shows this record. */
function votesOn(id: OperationId, written: Texts, record: Texts): readonly Observation[] {
  const check = shownByKinds.find((one) => one.id === 'values/as-other-kinds')
  if (!check) throw new Error('no check')
  const writtenFields = Object.entries(written).map(([field, value]) =>
    writtenField({ field, written: value, ...(field in record ? { shown: record[field] } : {}) }),
  )
  const given = census({ writtenFields, last: { exchange: success(record), record } })
  return check
    .ask({ ...caseOf(given), operation: operation(id) })
    .map((vote) => ({ operation: id, group: operation(id).group, vote }))
}

const creates = serviceKinds.map((kind) => `${kind}.create` as const)

/** What is said where one kind shows this of a record named `a`, and all others its name. */
const ofNames = (odd: OperationId, record: Texts) =>
  verdicts(creates.flatMap((id) => votesOn(id, { name: 'a' }, id === odd ? record : { name: 'a' })))

it.each(['application.create', 'compose.create', 'sqla.create'] as const)(
  'a name that %s alone does not show is missed',
  (id) => expect(ofNames(id, { appName: 'a-1' })).toEqual(['warn']),
)

it('one that is shown under another name is not', () => expect(ofNames('compose.create', { title: 'a' })).toEqual([]))

it('a field that few kinds have is held against the names of all', () => {
  const withUser = (['colstore', 'sqlb', 'sqla', 'sqlc', 'docstore'] as const).flatMap((kind) =>
    votesOn(
      `${kind}.create`,
      { name: 'a', databaseUser: 'u' },
      kind === 'docstore' ? { name: 'a' } : { name: 'a', databaseUser: 'u' },
    ),
  )
  expect(verdicts(withUser)).toEqual(['warn'])
})

const gamma = { gammaBranch: 'b', gammaBuildPath: 'p', gammaOwner: 'o', gammaRepository: 'r' }
const build = { buildType: 'buildfile', buildContextPath: 'c', buildStage: 's' }
const registry = {
  registryName: 'n',
  username: 'u',
  password: 'p',
  registryUrl: 'l',
  registryType: 'cloud',
  imagePrefix: 'i',
}

/** What is said where the records of an application and of a registry show these of what was written. */
const saidWith = (ofGamma: Texts, ofBuild: Texts = build, ofRegistry: Texts = registry) =>
  verdicts([
    ...votesOn('application.saveGammaProvider', gamma, ofGamma),
    ...votesOn('application.saveBuildType', build, ofBuild),
    ...votesOn('registry.create', registry, ofRegistry),
  ])

it('of other records one field alone is missed, and two are their way', () => {
  const { gammaBranch: _branch, ...others } = gamma
  const { gammaOwner: _owner, ...rest } = others
  const { imagePrefix: _prefix, ...noPrefix } = registry
  expect(saidWith(gamma)).toEqual([])
  expect(saidWith(others)).toEqual(['warn'])
  expect(saidWith(gamma, build, noPrefix)).toEqual(['warn'])
  expect(saidWith(rest)).toEqual(['note', 'note'])
})

it('a credential is not missed, nor a field that may have one value only', () => {
  const { buildType: _type, ...others } = build
  const { username: _username, password: _password, ...open } = registry
  expect(saidWith(gamma, others, open)).toEqual([])
})
