import type { Exchange } from '../../fixtures/http/exchange.ts'
import { does, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { changed } from '../scene/snapshot.ts'
import { census } from './census.ts'
import { evidence } from './frame/evidence.ts'
import { raced } from './raced.ts'
import { shownEffect } from './shown-effect.ts'
import { spelledNumbers } from './spelled-numbers.ts'
import { subject } from './subject.ts'
import { unknownWord } from './unknown-word.ts'
import { unusual } from './unusual.ts'
import { variations } from './variations.ts'

export interface AskedByGet {
  readonly exchange: Exchange
  /** What a read shows changed since. */
  readonly paths: readonly string[]
  readonly exchanges: readonly Exchange[]
}

/** One change of a database, and one of anything else: a route for all methods has one cause. */
const isAsked = (operation: Operation): boolean =>
  does('changes', 'docstore', 'environment')(operation) ||
  (operation.act.whole === true && operation.act.kind === 'mount')

/** The write by GET with the right token, and its record before and after. */
export const askedByGet = evidence({
  id: 'asked-by-get',
  // What an authorised request changes shows.
  needs: { subject, shown: shownEffect },
  after: [unusual, variations, census, raced, spelledNumbers, unknownWord],
  on: isAsked,
  cost: () => 3,
  async gather({ subject: tried }): Promise<AskedByGet> {
    const { takeSnapshot, tell, volatile } = tried
    if (!takeSnapshot || !tell || tried.is !== 'record') throw new Inconclusive('no operation shows what it changes')
    const before = await takeSnapshot('lately')
    const exchange = await tell({ method: 'GET' })
    const after = await takeSnapshot()
    const paths = changed(before, after, volatile)
    if (paths.length > 0) {
      // From here on the run knows again what it wrote.
      const { asked: sent } = await tell({})
      const { own, around } = tried.fixture
      if (own) around?.touch(own, sent?.body)
    }
    return { exchange, paths, exchanges: [before.exchange, exchange, after.exchange] }
  },
})
