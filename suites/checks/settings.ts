/** Host settings: what was written is what is read, and nothing else is. */
import type { WrittenField } from '../evidence/census/state-diff.ts'
import { settingCensus } from '../evidence/setting-census.ts'
import { settingWithout } from '../evidence/setting-without.ts'
import { asIfMissing } from '../target/as-if-missing.ts'
import { check, consistencyCheck, type AnyCheck } from './check.ts'
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'
import { alsoWrittenBy, ONE_AT_A_TIME } from '../claim/supply.ts'
import { settingWrites } from '../../schemas/order.ts'
import { besides, brief, difference } from '../values/difference.ts'
import { alikeTexts, isWrittenAnew } from '../values/setting-value.ts'
import { settingEchoBreach } from './echo.ts'

/** How what is shown differs from what was written, in words. */
function inWhat({ written, shown, before }: WrittenField): string {
  const [sent, got] = besides(written, shown)
  if (typeof written !== 'string' || typeof shown !== 'string') return `${got} instead of ${sent}`
  return shown === before ? 'what was there before' : `${difference(written, shown)}: ${got} instead of ${sent}`
}

/** Where the read shows the very text that stood there, the comment is not all that may be missing. */
const notShown = (anew: WrittenField | undefined): string =>
  anew && anew.shown === anew.before ? 'not shown: the read shows what it showed before' : 'not shown'

const rewritten = {
  reason: 'the target shows it without comments: it may have rewritten the text, or lost it',
  supply: 'a configuration on the target that has a comment before the run',
}

const shown = consistencyCheck({
  id: 'settings/shown',
  clause: 'NAME-2',
  claim: 'SHOULD show a setting as it was written',
  sends: 'two different values, each followed by a read; then the old value again',
  expects: 'each read to show the value written before it',
  kills: [
    'settings/inverted',
    'settings/only-on',
    'settings/dropped',
    'settings/env-dropped',
    'settings/appended',
    'settings/elsewhere',
    'settings/namesake-file',
    'settings/truncated',
    'settings/cut-late',
    'settings/cut-page',
    'settings/cut-column',
    'settings/tabs',
    'settings/backticks',
    'settings/decoded',
    'settings/filled-in',
    'settings/env-equals',
    'settings/one-behind',
    'settings/last-line',
    'settings/echo-of-toggle',
    'settings/lines-once',
    'settings/variables-filled-in',
    'settings/env-upper-case',
    'settings/env-one-line',
  ],
  on: (operation) => settingWrites.includes(operation),
  needs: { settingCensus },
  ask({ settingCensus: { writtenFields, undecided, unready, echoes, exchanges }, otherRun }) {
    const echo = settingEchoBreach(echoes)
    if (echo) throw echo
    const readBack = writtenFields.filter((one) => one.shown !== undefined)
    const wrong = readBack.filter(({ written, shown: now }) => now !== written)
    const loss = wrong.find(
      ({ field, written, shown: now }) =>
        typeof written !== 'string' || typeof now !== 'string' || !alikeTexts(field, written, now),
    )
    const anew = wrong.find(
      ({ field, written, shown: now }) =>
        field === 'proxyConfig' &&
        typeof written === 'string' &&
        typeof now === 'string' &&
        isWrittenAnew(written, now),
    )
    const vote = {
      question: 'a configuration is written once more with a comment added',
      of: 'the comment',
      exchanges,
      words: { refused: 'shown', taken: notShown(anew) },
      wrong: { elsewhere: 'SHOULD', everywhere: rewritten },
    } as const
    // What was written differs from what was there in comments alone.
    if (anew && anew === loss) {
      const isPutBack = otherRun !== undefined && anew.shown === anew.before
      if (isPutBack) throw new Inconclusive(alsoWrittenBy(otherRun), ONE_AT_A_TIME, exchanges)
      return [{ ...vote, way: 'taken' }]
    }
    const [first] = wrong
    const breach = loss ?? first
    if (breach)
      throw new Breach({
        expected: `${besides(breach.written, breach.shown)[0]} to be shown after it was written`,
        got: inWhat(breach),
        cause: loss ? 'lost' : 'white space or order',
        exchanges,
        ...(loss ? {} : { level: 'MAY' }),
      })
    if (unready !== null && writtenFields.length < 2) throw new Inconclusive(unready, undefined, exchanges)
    if (undecided) throw new Inconclusive(undecided.reason, undecided.supply, exchanges)
    if (readBack.length === 0) throw new Inconclusive('no read shows what was written', undefined, exchanges)
    if (unready !== null) throw new Inconclusive(unready, undefined, exchanges)
    return readBack.some(({ field }) => field === 'proxyConfig') ? [{ ...vote, way: 'refused' }] : []
  },
})

const others = check({
  id: 'settings/others',
  clause: 'NAME-4',
  claim: 'SHOULD leave other settings unchanged',
  sends:
    'the writes of settings/shown, and reads of every other setting and of a few files before and after; after each turn of a toggle, a read of the other toggles, and once more with these turned over before; one write of a text while the others show another value',
  expects: 'no change of another setting',
  kills: [
    'settings/elsewhere',
    'settings/namesake-file',
    'settings/both-toggles',
    'settings/other-turned',
    'settings/off-along',
    'settings/on-along',
    'settings/others-first',
  ],
  on: (operation) => settingWrites.includes(operation),
  needs: { settingCensus },
  prove({ settingCensus: { writtenFields, undecided, unready, unsure, others: drifts, compared, exchanges } }) {
    const toggle = writtenFields.some(({ type }) => type === 'boolean')
    // What a toggle turns on may well stand in a configuration.
    const heavy = drifts.find(({ before }) => !toggle || typeof before === 'boolean')
    const drift = heavy ?? drifts[0]
    if (drift)
      throw new Breach({
        expected: 'every other setting to be as it was',
        got: `${drift.whose} changed from ${brief(drift.before)} to ${brief(drift.after)}`,
        exchanges,
        // Whoever looks after the host may change a setting at any time.
        change: true,
        ...(heavy ? {} : { level: 'MAY' }),
      })
    const open = unready ?? unsure
    if (open !== undefined) throw new Inconclusive(open, undefined, exchanges)
    if (undecided) throw new Inconclusive(undecided.reason, undecided.supply, exchanges)
    if (compared.others === 0) throw new Inconclusive('no other setting is shown for comparison', undefined, exchanges)
  },
})

const read = check({
  id: 'settings/read',
  clause: 'PARAM-*',
  claim: 'MUST read the value that a setting is given',
  sends:
    'the value that a read shows, written back; where an error names the field, the same without it; where an error names one that is spelt alike, the same with it',
  expects:
    'success, or another response than to the request without the value; for a toggle the same response is a warning',
  kills: ['params/text-of-setting-not-read', 'params/toggle-not-read', 'params/toggle-renamed'],
  on: (operation) => settingWrites.includes(operation),
  needs: { settingWithout },
  prove({ settingWithout: asked, operation, profile }) {
    if (asked === null) return
    const { field, refused, without, renamed } = asked
    if (renamed?.again.response && profile.isError(renamed.again.response))
      throw new Breach({
        level: 'SHOULD',
        expected: `${field} to be read from the body`,
        got: `an error with ${field}, and success where its value also stood under ${renamed.name}: ${inWords(renamed.taken)}`,
        exchanges: [refused, renamed.taken, renamed.again],
      })
    const exchanges = [refused, renamed?.taken ?? [], renamed?.again ?? [], without ?? []].flat()
    if (!without || !asIfMissing(refused, without, field))
      throw new Inconclusive(
        `${operation.id} refuses the value that its own read shows`,
        'a host on which the setting can be written',
        exchanges,
      )
    const isText = operation.body?.fields.some(({ name, type }) => name === field && type === 'string') === true
    throw new Breach({
      level: isText ? 'MUST' : 'SHOULD',
      expected: `${field} to be read from the body`,
      got: `the same response with it and without it: ${inWords(refused)}`,
      exchanges,
    })
  },
})

export const settingChecks: readonly AnyCheck[] = [shown, others, read]
