/** Containers of records that the run has deployed. */
import { Breach } from '../claim/finding.ts'
import { otherContainers } from '../evidence/other-containers.ts'
import { check, type Check } from './check.ts'

const apart = check({
  id: 'engine/apart',
  clause: 'NAME-4',
  claim: 'SHOULD keep apart the containers of records whose names begin alike',
  sends:
    'two such records: each is deployed; engine.getConfig and the lists by label and name, of one; then a stop and a delete of the other. After each step engine.getContainers',
  expects: 'each request to change and show only the container of the record that it names',
  kills: ['engine/apart-*'],
  on: (operation) => otherContainers.on(operation),
  needs: { otherContainers },
  prove({ otherContainers: steps }) {
    for (const { sent, lists, wrong, isSaid = false } of steps) {
      if (wrong === undefined) continue
      const [before = sent, ...after] = lists
      throw new Breach({
        expected: 'the containers of two records to be kept apart',
        got: `with ${sent.operation}: ${wrong}`,
        cause: "another record's container",
        exchanges: [before, sent, ...after],
        ...(isSaid ? {} : { change: true as const }),
      })
    }
  },
})

export const containerChecks: readonly Check[] = [apart]
