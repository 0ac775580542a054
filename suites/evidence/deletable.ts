import type { Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'

/** @throws Inconclusive where what this create makes can't be deleted, so that no more is made */
export function demandDeletable(by: Operation, { scene }: Pick<RecordFixture, 'scene'>): void {
  const closed = scene.closed(by)
  if (closed?.undeleted) throw new Inconclusive(closed.reason, closed.supply, closed.exchanges)
}
