/** What a run asks for, of a target of which nothing is known. */
import { expect, onTestFinished, test } from 'vitest'
import { noJournal } from '../../../fixtures/journal.ts'
import type { StartOptions } from '../../../fixtures/reference/serve.ts'
import { entriesOf } from '../../../reports/model/entries.ts'
import { operation } from '../../../schemas/registry.ts'
import { successSupply, supplyFor } from '../../../suites/claim/supply.ts'
import { Session } from '../../../suites/run/session.ts'
import { judged } from '../../judged.ts'

async function asked(start: StartOptions, only: readonly string[], named = false) {
  const { server, options } = await judged(start, { only })
  onTestFinished(() => server.close())
  const target = { ...options.target, ...(named ? {} : { identifiers: {} }), expendable: {}, lookup: {}, sample: {} }
  const { results } = await new Session({ ...options, target }, noJournal, { progress() {} }).run()
  return entriesOf(results)
}

test('asks where records are listed whose creates answer true', async () => {
  const { file, count } = await asked({ variants: ['creates/true'] }, ['sqla.create', 'kvstore.create'], true)
  expect(file?.lookup).toEqual({ sqla: { path: '…' }, kvstore: { path: '…' } })
  expect(count).toBeGreaterThan(1)
})

test('a server that the run can not know is asked for by its identifier', async () => {
  const { file } = await asked({}, ['compose.deployTemplate', 'colstore.move'])
  expect(file).toEqual({ identifiers: { projectId: '…', targetEnvironmentId: '…' } })
})

test('asks for nothing if everything is decided', async () => {
  expect((await asked({}, ['settings.health'])).file).toBeNull()
})

const portCreate = operation('port.create')

test('words for it name what the target file takes, and nothing that the run makes itself', () => {
  expect(supplyFor(['applicationId', 'projectId', 'id', 'userId', 'token'], portCreate)).toBe(
    'in the target file: projectId under identifiers; templateId under identifiers; userId under identifiers or expendable; token under sample',
  )
  expect(supplyFor(['applicationId'], portCreate)).toMatch(/^a record that the run can create/)
  expect(supplyFor([], portCreate)).toBeUndefined()
})

test('words for it ask for nothing that the target file cannot give', () => {
  expect(supplyFor(['appName'], operation('engine.getContainersByAppLabel'))).toBe(
    'a host that has a container of an application',
  )
  expect(successSupply(operation('compose.templates'), [])).toBe(
    "what compose.templates needs on the host: mend it there, and see the server's own log",
  )
  expect(successSupply(operation('engine.getContainers'), [])).toMatch(/as sample/)
  // It was given: the same name again would mend nothing.
  expect(successSupply(operation('engine.restartContainer'), [])).toMatch(/^another expendable\.containerId/)
  expect(successSupply(operation('engine.restartContainer'), ['containerId'])).not.toMatch(/another/)
})
