/** Records: how they are found, shown, changed and deleted. */
import { error, exchangeOf } from '../exchanges.ts'
import type { CreateFailure, SceneRecord } from '../../../suites/scene/made.ts'
import { burst, writtenField, census, control, drift, failure, made, shown, success, tried, type Pair } from './pair.ts'

const own = { sqlaId: 'id-1', name: 'ts-run-1' }
const other = { sqlaId: 'id-2', name: 'ts-run-2' }
const neighbourReads = {
  field: 'sqlaId',
  id: 'id-1',
  otherId: 'id-2',
  own: ['ts-run-1'],
  other: ['ts-run-2'],
  ofOther: success(other),
  strangers: [{ kind: 'sqlb' as const, id: 'id-3', marks: ['ts-run-3'], exchange: failure() }],
  ofNear: [failure()],
}
const read = { control: success(own), neighbourReads }
const registries = (rows: readonly object[]) => ({
  control: success(rows),
  neighbourReads: { ...neighbourReads, field: 'registryId', goneId: 'id-3', ofOther: success(rows) },
})
const registry = (id: number) => ({ registryId: `id-${id}`, registryName: `ts-run-${id}` })
const listedAround = (left: readonly object[]): Pair['good'] => ({
  control: success(true),
  listedAround: { before: success([registry(1), registry(2)]), after: success(left), id: 'id-1', others: ['id-2'] },
})
/** A second record of a name, and what is shown of the first afterwards. */
const namesakes = (shown: object): Pair['good'] => ({
  control: success(),
  duplicateName: {
    create: success({ sqlaId: 'two' }),
    id: 'two',
    first: {
      field: 'sqlaId',
      id: 'one',
      written: new Map([['name', 'one']]),
      before: success({ sqlaId: 'one', name: 'one' }),
      after: success({ sqlaId: 'one', ...shown }),
      survived: null,
    },
  },
})

/** A create that bore the identifier of another record, and what is shown of that one afterwards. */
const claimed = (shown: object): Pair['good'] => ({
  claimedId: {
    create: success({ sqlaId: 'two' }),
    id: 'two',
    first: {
      field: 'sqlaId',
      id: 'one',
      written: new Map([['name', 'one']]),
      before: success({ sqlaId: 'one', name: 'one' }),
      after: success({ sqlaId: 'one', ...shown }),
    },
  },
})

export const record: SceneRecord = {
  kind: 'sqla',
  name: own.name,
  id: own.sqlaId,
  references: {},
  made: success(own),
  shown: null,
  written: new Map(),
  alive: true,
}
/** A port that was to stand under the second application. */
const under = (applicationId: string): SceneRecord => ({
  ...record,
  kind: 'port',
  id: 'port-1',
  shown: success({ portId: 'port-1', applicationId }),
  written: new Map([['applicationId', 'app-2']]),
})
const unfound: CreateFailure = { record: null, exchange: success(own), reason: '', supply: '', exchanges: [] }

export const recordPairs: Readonly<Record<string, Pair>> = {
  'exists/operation': {
    operation: 'settings.health',
    good: { control },
    bad: { control: exchangeOf(error(404, 'NOT_FOUND', 'No operation answers at /settings.health')) },
  },
  'records/made': {
    operation: 'sqla.create',
    good: { made: { record, exchange: success(own) } },
    bad: { made: { ...unfound, unread: failure() } },
  },
  'records/lasting': {
    operation: 'sqla.create',
    good: { lasted: { hasStood: true } },
    bad: { lasted: { hasStood: true, gone: [success(own), failure()], again: [success(own), failure()] } },
  },
  'records/placed': {
    operation: 'port.create',
    good: { placed: { records: [under('app-2')] } },
    bad: { placed: { records: [under('app-2'), under('app-1')] } },
  },
  'records/readable': {
    operation: 'sqla.one',
    good: { made: { record, exchange: success(own) } },
    bad: { made: { ...unfound, unread: failure() } },
  },
  'errors/server-error': {
    operation: 'sqla.create',
    good: { control },
    bad: { control: exchangeOf(error(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong')) },
  },
  'records/namesake': {
    operation: 'sqla.create',
    good: namesakes({ name: 'one' }),
    bad: namesakes({ name: 'another' }),
  },
  'records/claimed': {
    operation: 'sqla.create',
    good: claimed({ name: 'one' }),
    bad: claimed({ name: 'another' }),
  },
  'records/own': {
    operation: 'sqla.one',
    good: read,
    bad: { ...read, control: success(other) },
  },
  'records/other-kind': {
    operation: 'sqla.one',
    good: read,
    bad: {
      ...read,
      neighbourReads: {
        ...neighbourReads,
        strangers: [{ kind: 'sqlb', id: 'id-3', marks: ['ts-run-3'], exchange: success({ name: 'ts-run-3' }) }],
      },
    },
  },
  'records/exact': {
    operation: 'sqla.one',
    good: read,
    bad: {
      ...read,
      neighbourReads: { ...neighbourReads, ofNear: [success(own, { path: '/sqla.one?sqlaId=id-%25' })] },
    },
  },
  'records/identified': {
    operation: 'sqla.one',
    good: read,
    bad: { ...read, control: success({ id: 'id-1', name: 'ts-run-1' }) },
  },
  'records/listed': {
    operation: 'registry.all',
    good: registries([registry(1), registry(2)]),
    bad: registries([registry(1)]),
  },
  'records/unlisted': {
    operation: 'registry.remove',
    good: listedAround([registry(2)]),
    bad: listedAround([]),
  },
  'records/tested': {
    operation: 'registry.testRegistry',
    good: {
      control,
      listedAfterTest: { list: success([]), kept: [], overwritten: [] },
      testedNamesake: { test: success(true), read: success(registry(1)), taken: [] },
    },
    bad: { control, listedAfterTest: { list: success([registry(1)]), kept: ['id-1'], overwritten: [] } },
  },
  'records/listed-many': {
    operation: 'registry.create',
    good: burst([made('ts-a'), made('ts-b')], {
      list: success([{ registryId: 'id-ts-a' }, { registryId: 'id-ts-b' }]),
    }),
    bad: burst([made('ts-a'), made('ts-b')], { list: success([{ registryId: 'id-ts-a' }]) }),
  },
  'records/outlive-process': {
    operation: 'sqla.create',
    good: outlived(success(own)),
    bad: outlived(failure()),
  },
  'values/shown': { operation: 'sqla.create', good: shown({ shown: 'a' }), bad: shown({ shown: 'b' }) },
  'values/typed': { operation: 'sqla.create', good: shown({ shown: 'a' }), bad: shown({ shown: 7 }) },
  'values/named': {
    operation: 'registry.create',
    good: shown({ field: 'imagePrefix', written: 'ts-a', shown: 'ts-a' }, { imagePrefix: 'ts-a' }),
    bad: shown({ field: 'imagePrefix', written: 'ts-a' }, { imagePrefx: 'ts-a' }),
  },
  'values/as-other-kinds': {
    operation: 'sqla.saveExternalPort',
    good: shown({ field: 'externalPort', type: 'integer', written: 1, shown: 1 }, { externalPort: 1 }),
    bad: shown({ field: 'externalPort', type: 'integer', written: 1 }),
  },
  'values/natural': {
    operation: 'sqla.update',
    good: census({ further: [writtenField({ shown: 'a' })] }),
    bad: census({ further: [writtenField({ shown: 'b' })] }),
  },
  'census/kept': { operation: 'sqla.update', good: census(), bad: census({ kept: [drift] }) },
  'census/others': { operation: 'sqla.update', good: census(), bad: census({ others: [drift] }) },
  'census/reading': { operation: 'compose.getConvertedCompose', good: census(), bad: census({ kept: [drift] }) },
  'records/token-renewed': {
    operation: 'compose.refreshToken',
    good: census({ tokens: { before: 'one', after: 'two', another: 'three' } }),
    bad: census({ tokens: { before: 'one', after: 'one', another: 'three' } }),
  },
  'records/gone': {
    operation: 'sqla.remove',
    good: census({ last: { exchange: failure(), record: undefined } }),
    bad: census({ last: { exchange: success(own), record: own } }),
  },
  'params/no-effect': {
    operation: 'sqla.create',
    good: { control, tried: [tried('wrong-type')], refused: { spoilt: null, stored: { names: [], exchanges: [] } } },
    bad: {
      control,
      tried: [tried('wrong-type')],
      refused: { spoilt: null, stored: { names: ['ts-a'], exchanges: [] } },
    },
  },
}

function outlived(after: ReturnType<typeof success>): Pair['good'] {
  const references = { sqlaId: 'id-1' }
  const record = {
    kind: 'sqla',
    name: 'ts-run-1',
    id: 'id-1',
    references,
    made: control,
    shown: null,
    alive: true,
  } as const
  const creation = { record: { ...record, written: new Map() }, exchange: control, reason: '', exchanges: [] }
  return { outlived: { creation, away: null, after, authorised: null } }
}
