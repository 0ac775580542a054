import type { Exchange } from '../../fixtures/http/exchange.ts'
import { does } from '../../schemas/registry.ts'
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'
import { listedFiles } from '../evidence/listed-files.ts'
import { answeredAlikeBut } from '../target/as-if-missing.ts'
import { isTransient } from '../target/not-now.ts'
import { saysUnknown } from '../target/profile.ts'
import { check, type Check } from './check.ts'

const NOT_FOUND = 404

const found = check({
  id: 'files/found',
  clause: 'PARAM-settings.readProxyFile',
  claim: 'SHOULD find the files that it lists',
  sends:
    'a read of a listed file; if that is rejected, the list; reads of others that it shows, or the same read; and a read of one that nobody has',
  expects: 'another response to listed files than to the one that nobody has',
  kills: ['files/listed-*'],
  on: does('reads', 'proxy-file'),
  needs: { listedFiles },
  prove({ listedFiles: files, profile }) {
    if (files === null) return
    const { list, listed, unknown } = files
    const [first] = listed
    // Whom the token may show no file, the target may answer alike: only words for what is not there say so.
    const isUnknown = (one: Exchange) =>
      one.response !== null &&
      profile.isError(one.response) &&
      !isTransient(one) &&
      answeredAlikeBut(one, unknown) &&
      (one.response.status === NOT_FOUND || saysUnknown(one, profile))
    if (first && listed.every(isUnknown))
      throw new Breach({
        expected: 'a listed file to be known',
        got: `the response to a path that nobody has, for ${new Set(listed.map(({ path }) => path)).size} listed: ${inWords(first)}`,
        exchanges: [list, ...listed, unknown],
      })
    const why =
      first && isUnknown(first)
        ? 'one listed file is unknown, and another is not'
        : 'a listed file is rejected otherwise than one that nobody has'
    throw new Inconclusive(why, undefined, [list, ...listed, unknown])
  },
})

export const fileChecks: readonly Check[] = [found]
