/** Evidence made up for a test: what is not named was not gathered. */
import type { BadCredential } from '../../fixtures/http/credentials.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { afterServed } from '../../suites/evidence/after-served.ts'
import { askedByGet, type AskedByGet } from '../../suites/evidence/asked-by-get.ts'
import { readTwice, type ReadTwice } from '../../suites/evidence/read-twice.ts'
import { badCredentials } from '../../suites/evidence/bad-credentials.ts'
import { burst, type Burst } from '../../suites/evidence/burst.ts'
import { census } from '../../suites/evidence/census.ts'
import type { Census } from '../../suites/evidence/census/state-diff.ts'
import { control } from '../../suites/evidence/control.ts'
import { claimedId, type ClaimedId } from '../../suites/evidence/claimed-id.ts'
import { duplicateName, type DuplicateName } from '../../suites/evidence/duplicate-name.ts'
import { effect } from '../../suites/evidence/effect.ts'
import type { Effect } from '../../suites/evidence/shown-effect.ts'
import type { Evidence, Gathered } from '../../suites/evidence/frame/evidence.ts'
import { Collected } from '../../suites/evidence/frame/gather.ts'
import { noLockOut } from '../../suites/evidence/lock-out.ts'
import { lowerCaseRead } from '../../suites/evidence/lower-case.ts'
import { made } from '../../suites/evidence/made.ts'
import { neighbourReads, type NeighbourReads } from '../../suites/evidence/neighbour-reads.ts'
import { negativeControl } from '../../suites/evidence/negative-control.ts'
import { permissionsCensus } from '../../suites/evidence/permissions-census.ts'
import { probes } from '../../suites/evidence/probes.ts'
import type { Probe } from '../../suites/evidence/probes/probe.ts'
import { deployedGone, type DeployedGone } from '../../suites/evidence/deployed-gone.ts'
import { otherContainers, type ContainerStep } from '../../suites/evidence/other-containers.ts'
import { lasted, type Lasted } from '../../suites/evidence/lasted.ts'
import { later, type Later } from '../../suites/evidence/later.ts'
import { outlived, type Outlived } from '../../suites/evidence/restart.ts'
import { hostCensus, type HostCensus } from '../../suites/evidence/host-census.ts'
import { placed, type Placed } from '../../suites/evidence/placed.ts'
import { shownToken, type ShownToken } from '../../suites/evidence/shown-token.ts'
import { settingCensus } from '../../suites/evidence/setting-census.ts'
import { settingWithout, type SettingWithout } from '../../suites/evidence/setting-without.ts'
import { testedNamesake, type TestedNamesake } from '../../suites/evidence/tested-namesake.ts'
import { listedAfterTest, type ListedAfterTest } from '../../suites/evidence/listed-after-test.ts'
import { listedAround, type ListedAround } from '../../suites/evidence/listed-around.ts'
import { denial, type Denial } from '../../suites/evidence/denial.ts'
import { listedFiles, type ListedFiles } from '../../suites/evidence/listed-files.ts'
import { templateOutlasted, type Outlasted } from '../../suites/evidence/template-outlasted.ts'
import { templateNamed, type NamedStack } from '../../suites/evidence/template-named.ts'
import { templates, type Templates } from '../../suites/evidence/templates.ts'
import { templateUnread } from '../../suites/evidence/template-unread.ts'
import { unanswered, type Unanswered } from '../../suites/evidence/unanswered.ts'
import { unansweredVariation, type UnansweredVariation } from '../../suites/evidence/unanswered-variation.ts'
import { raced, type Raced } from '../../suites/evidence/raced.ts'
import { spelledNumbers, type SpelledNumbers } from '../../suites/evidence/spelled-numbers.ts'
import { unknownWord, type UnknownWord } from '../../suites/evidence/unknown-word.ts'
import { unusual } from '../../suites/evidence/unusual.ts'
import { variations, type Variations } from '../../suites/evidence/variations.ts'
import type { Tried } from '../../suites/evidence/variations/variation.ts'
import type { CreateOutcome } from '../../suites/scene/made.ts'
import type { Missing } from '../../suites/claim/finding.ts'

export interface Given {
  readonly control?: Exchange
  readonly lowerCase?: Exchange
  readonly attempts?: readonly (readonly [BadCredential, Exchange | Missing])[]
  readonly afterServed?: Exchange
  readonly shownToken?: ShownToken
  readonly effect?: Effect
  readonly made?: CreateOutcome
  readonly census?: Census
  readonly askedByGet?: AskedByGet
  readonly readTwice?: ReadTwice
  readonly hostCensus?: HostCensus
  readonly placed?: Placed
  readonly settingWithout?: SettingWithout | null
  readonly neighbourReads?: NeighbourReads
  readonly claimedId?: ClaimedId
  readonly duplicateName?: DuplicateName
  readonly listedAround?: ListedAround
  readonly listedAfterTest?: ListedAfterTest
  readonly testedNamesake?: TestedNamesake
  readonly templates?: Templates | null
  readonly listedFiles?: ListedFiles | null
  readonly denial?: Denial | null
  readonly templateUnread?: Exchange | null
  readonly templateOutlasted?: Outlasted
  readonly templateNamed?: readonly NamedStack[]
  readonly unusual?: readonly Exchange[]
  readonly raced?: Raced
  readonly spelledNumbers?: SpelledNumbers
  readonly unknownWord?: UnknownWord
  readonly unanswered?: Unanswered | null
  readonly unansweredVariation?: UnansweredVariation | null
  readonly burst?: Burst
  readonly outlived?: Outlived
  readonly later?: Later
  readonly lasted?: Lasted
  readonly deployedGone?: DeployedGone
  readonly otherContainers?: readonly ContainerStep[]
  readonly probes?: readonly Probe[]
  readonly tried?: readonly Tried[]
  readonly refused?: Pick<Variations, 'spoilt' | 'stored'>
}

export function gatheredOf(given: Given, otherwise?: Missing): Gathered {
  const found = new Map<Evidence, unknown>([[negativeControl, null]])
  const put = (kind: Evidence, value: unknown) => {
    if (value !== undefined) found.set(kind, value)
  }
  put(control, given.control)
  put(lowerCaseRead, given.lowerCase && { exchange: given.lowerCase, isLong: false })
  put(afterServed, given.afterServed)
  put(shownToken, given.shownToken)
  put(effect, given.effect)
  put(made, given.made)
  put(census, given.census)
  put(askedByGet, given.askedByGet)
  put(readTwice, given.readTwice)
  put(hostCensus, given.hostCensus)
  put(placed, given.placed)
  put(settingCensus, given.census && { echoes: [], ...given.census, unready: null })
  put(permissionsCensus, given.census)
  put(settingWithout, given.settingWithout)
  put(neighbourReads, given.neighbourReads)
  put(claimedId, given.claimedId)
  put(duplicateName, given.duplicateName)
  put(listedAround, given.listedAround)
  put(listedAfterTest, given.listedAfterTest)
  put(testedNamesake, given.testedNamesake)
  put(unusual, given.unusual)
  put(raced, given.raced)
  put(spelledNumbers, given.spelledNumbers)
  put(unknownWord, given.unknownWord)
  put(unanswered, given.unanswered)
  put(unansweredVariation, given.unansweredVariation)
  put(templates, given.templates)
  put(listedFiles, given.listedFiles)
  put(denial, given.denial)
  put(templateUnread, given.templateUnread)
  put(templateOutlasted, given.templateOutlasted)
  put(templateNamed, given.templateNamed)
  put(burst, given.burst)
  put(outlived, given.outlived)
  put(later, given.later)
  put(lasted, given.lasted)
  put(deployedGone, given.deployedGone)
  put(otherContainers, given.otherContainers)
  put(probes, given.probes)
  if (given.attempts) {
    found.set(badCredentials, { parts: new Map(given.attempts), changed: null, otherForms: new Map() })
    found.set(noLockOut, undefined)
  }
  const { tried = [], refused = { spoilt: null, stored: null } } = given
  const parts = Map.groupBy(tried, ({ variation }) => variation.family)
  if (given.tried || given.refused) found.set(variations, { added: [], ...refused, tried, parts, unfindable: false })
  return new Collected(found, otherwise)
}
