import type { Exchange } from '../../fixtures/http/exchange.ts'
import { mentions } from '../../fixtures/payload/find.ts'
import { lifeOf } from '../../schemas/registry.ts'
import { ownTexts } from '../scene/find-record.ts'
import { mayMake } from '../scene/foreign-records.ts'
import { preparing } from '../scene/prepare.ts'
import { Scene } from '../scene/scene.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { listedAfterTest, triesLogin } from './listed-after-test.ts'

/** A registry of the run's own once another login to it was tried, under its name. */
export interface TestedNamesake {
  readonly test: Exchange
  readonly read: Exchange
  /** Values that only the test carried, and that stand on the registry. */
  readonly taken: readonly string[]
}

const { one } = lifeOf('registry')

/** Another login to a registry of the run's own is tried, which then has the login that it was given; null where none can be made. */
export const testedNamesake = evidence({
  id: 'tested-namesake',
  needs: { control, listed: listedAfterTest },
  on: triesLogin,
  // It is made, tried, read and deleted.
  cost: (_operation, { target }) => 5 + preparing('registry', target),
  async gather({ operation, caller, references, control: sent, listed }): Promise<TestedNamesake | null> {
    // Where a test is stored, nothing would delete what one more stores.
    if (!caller.success(sent) || listed.kept.length > 0 || !caller.allows(one) || !mayMake('registry', caller))
      return null
    const scene = new Scene(caller)
    try {
      const { record } = await scene.make('registry', references)
      if (!record) return null
      const given = Object.fromEntries(['registryName', 'registryUrl'].map((name) => [name, record.written.get(name)]))
      const test = await caller.call({ operation, body: { ...caller.validBody(operation, references), ...given } })
      await caller.quiet()
      const read = await caller.call({ operation: one, references: record.references })
      const shown = caller.success(read) && read.response?.json.ok ? read.response.json.value : undefined
      const tested = ownTexts(test.asked?.body, caller.options.run)
      const known = [...record.written.values()]
      return { test, read, taken: tested.filter((text) => !known.includes(text) && mentions(shown, text)) }
    } finally {
      for (const left of await scene.close()) caller.leave(left)
    }
  },
})
