import type { Exchange } from '../../fixtures/http/exchange.ts'
import { mentions, objectsIn } from '../../fixtures/payload/find.ts'
import { does, identifierField, lifeOf, operations, type Operation } from '../../schemas/registry.ts'
import { Skipped } from '../claim/finding.ts'
import { ownTexts } from '../scene/find-record.ts'
import { badCredentials } from './bad-credentials.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { unusual } from './unusual.ts'
import { variations } from './variations.ts'

const lister = operations.find(does('lists', 'registry'))
const { remove } = lifeOf('registry')

/** Whether an operation is told how to log in somewhere, to try it. */
export const triesLogin = ({ act }: Operation): boolean => act.aspect === 'login'

export interface ListedAfterTest {
  readonly list: Exchange
  /** What the tests were about, of what is listed. */
  readonly kept: readonly string[]
  /** Other registries on which a text of the tests stands. */
  readonly overwritten: readonly string[]
}

/** All made-up texts of a lane differ in their last digits alone. */
const laneOf = (text: string) => text.replace(/\d+$/, '')

/** The list of registries once one was tested and none was made: what is in it of the tests is deleted. */
export const listedAfterTest = evidence({
  id: 'listed-after-test',
  needs: { control },
  after: [badCredentials, variations, unusual],
  on: triesLogin,
  cost: () => 1,
  async gather({ control: sent, caller }): Promise<ListedAfterTest> {
    const texts = ownTexts(sent.asked?.body, caller.options.run)
    const [name] = texts
    if (!lister || !caller.allows(lister) || name === undefined) throw new Skipped('its list may not be read')
    await caller.quiet()
    const list = await caller.call({ operation: lister })
    const value = caller.success(list) && list.response?.json.ok ? list.response.json.value : undefined
    const lane = laneOf(name)
    const rows = objectsIn(value).filter((one) => identifierField.registry in one)
    const found = rows.filter((one) => mentions(one, lane))
    // What is kept is deleted; what was there before is somebody's.
    const others = rows.filter((one) => !found.includes(one) && texts.some((text) => mentions(one, laneOf(text))))
    for (const one of found) {
      const id = String(one[identifierField.registry])
      const exchange = await caller.sure.call({ operation: remove, references: { [identifierField.registry]: id } })
      const why = 'a test stored it, and its delete was not answered with success'
      if (!caller.success(exchange)) caller.leave({ kind: 'registry', name: lane, id, why })
    }
    const idsOf = (all: typeof rows) => all.map((one) => String(one[identifierField.registry]))
    return { list, kept: idsOf(found), overwritten: idsOf(others) }
  },
})
