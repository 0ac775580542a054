/** What of a subject counts as changed, where something of it changes by itself. */
import { expect, test } from 'vitest'
import { changed, newVolatilePaths } from '../../../suites/scene/snapshot.ts'
import { exchangeOf } from '../exchanges.ts'

/** A look at these, each of which tells when it was shown. */
const looked = (at: number, ...names: readonly string[]) => ({
  view: { records: names.map((name) => ({ name, servedAt: at })) },
  exchange: exchangeOf(null),
})

/** What two looks with nothing between them have taught. */
function learned() {
  const volatile = newVolatilePaths()
  for (const path of changed(looked(1, 'a'), looked(2, 'a'), volatile)) volatile.moving.add(path)
  return volatile
}

test('a field that changes by itself in one item of a list does so in items that come later', () => {
  expect([...learned().moving]).toEqual(['records[0].servedAt'])
  expect(changed(looked(3, 'a', 'b'), looked(4, 'a', 'b'), learned())).toEqual([])
})

test('another field of such a list, and its length, are changes', () => {
  expect(changed(looked(3, 'a', 'b'), looked(4, 'a', 'c'), learned())).toEqual(['records[1].name'])
  expect(changed(looked(3, 'a', 'b'), looked(4, 'a'), learned())).toEqual(['records'])
})
