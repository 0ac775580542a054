import { findClause } from '../../schemas/clauses.ts'
import { expect, test } from 'vitest'
import { faults, findFault } from '../../fixtures/reference/faults/index.ts'
import { findOperation, operations, type Operation } from '../../schemas/registry.ts'
import { Driver } from './drive.ts'
import { probe, someOf } from './probes.ts'
import { fuzzSequences } from './fuzz-sequences.ts'
import { sequences as plain } from './sequences.ts'
import { valueSequences } from './value-sequences.ts'

const sequences = { ...plain, ...valueSequences, ...fuzzSequences }

/** What the unfaulted server shows, probed once for each operation. */
const usual = new Map<string, Promise<Map<string, string>>>()

function probeUsual(operation: Operation): Promise<Map<string, string>> {
  const known = usual.get(operation.id) ?? probe(new Driver(), operation)
  usual.set(operation.id, known)
  return known
}

async function differences(fault: string, operation: Operation): Promise<string[]> {
  const [shown, expected] = [await probe(new Driver({ faults: [fault] }), operation), await probeUsual(operation)]
  return [...shown].filter(([name, signature]) => expected.get(name) !== signature).map(([name]) => name)
}

const table = faults.map((fault) => [fault.id, fault] as const)

test('ids are unique and found', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
  for (const fault of faults) expect(findFault(fault.id)).toBe(fault)
  expect(findFault('no/such')).toBeUndefined()
})

test('probing is repeatable, so that a difference is the fault', async () => {
  for (const operation of someOf('*')) {
    expect(await probe(new Driver(), operation)).toEqual(await probeUsual(operation))
  }
})

const inSequence = table.flatMap(([id]) => {
  const sequence = sequences[id]
  return sequence ? [[id, sequence] as const] : []
})

test('every sequence is for a fault', () => {
  expect(inSequence.map(([id]) => id).toSorted()).toEqual(Object.keys(sequences).toSorted())
})

test.each(inSequence)('%s shows in a sequence of requests', async (id, sequence) => {
  const usually = await sequence(new Driver())
  expect(await sequence(new Driver())).toEqual(usually)
  expect(await sequence(new Driver({ faults: [id] }))).not.toEqual(usually)
})

const atOnce = table.filter(([id]) => sequences[id] === undefined)

test.each(atOnce)('%s shows on an operation that it names', async (id, fault) => {
  const found = await Promise.all(someOf(fault.operations).map((operation) => differences(id, operation)))
  expect(found.flat(), fault.sentence).not.toEqual([])
})

test.each(table.filter(([, fault]) => fault.operations !== '*'))('%s shows nowhere else', async (id, fault) => {
  const others = operations.filter((operation) => !fault.operations.includes(operation.id)).map((other) => other.id)
  for (const operation of someOf(others)) {
    expect(await differences(id, operation), operation.id).toEqual([])
  }
})

test.each(table)('%s names what there is', (_, fault) => {
  if (fault.operations !== '*') {
    expect(fault.operations).not.toEqual([])
    expect(new Set(fault.operations).size).toBe(fault.operations.length)
    for (const id of fault.operations) expect(findOperation(id)).toBeDefined()
  }
  if (fault.clause.startsWith('OP-')) expect(findOperation(fault.clause.slice(3))).toBeDefined()
  else expect(findClause(fault.clause)).toMatchObject({ asserted: true })
})
