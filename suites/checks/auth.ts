/** Authentication: every bad credential is refused, and a refusal changes nothing. */
import { databaseKinds } from '../../schemas/operation.ts'
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { Breach, inWords, Inconclusive, isMissing } from '../claim/finding.ts'
import { successSupply } from '../claim/supply.ts'
import { badCredentials } from '../evidence/bad-credentials.ts'
import { control } from '../evidence/control.ts'
import { effect } from '../evidence/effect.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { badCredential, otherForms } from '../evidence/lock-out.ts'
import { lowerCase } from '../evidence/lower-case.ts'
import { inWords as pathsInWords } from '../scene/snapshot.ts'
import { isTransient } from '../target/not-now.ts'
import { sameSort, sortOf } from '../target/profile.ts'
import { isStatus } from '../values/status.ts'
import { check, type Check } from './check.ts'
import { badCredentialClaims } from './bad-credentials.ts'
import { otherAddress } from './other-address.ts'
import { servedBeforeChecks } from './served-before.ts'
import { heldInForm, refusedInAllForms } from './refusal.ts'

const every = () => true

const refusals: readonly Check[] = badCredentialClaims.map(
  ({ credential, clause, claim, carries, kills, on = every, noted }) =>
    check({
      id: `auth/${credential}`,
      clause,
      claim,
      sends: `an otherwise valid request with ${carries}; the same request with the right token`,
      expects: 'the error that this target returns for bad credentials, not the response to the authorised request',
      kills,
      on,
      needs: { attempt: badCredential(credential), besides: otherForms(credential), control },
      prove: ({ attempt, besides, control: authorised, ...context }) =>
        refusedInAllForms(attempt, besides, authorised, context, { credential, carries, noted }),
      held: ({ attempt: { form } }) => heldInForm(form),
    }),
)

/** A refused request in words, by its credential; evidence tells some in words already. */
const requestOf = (by: string): string => {
  const carries = badCredentialClaims.find(({ credential }) => credential === by)?.carries
  return carries === undefined ? by : `a request with ${carries}`
}

/** Operations whose effects some read operation shows. */
const watchable = (operation: Operation): boolean =>
  operation.method === 'POST' &&
  operation.act.verb !== 'reads' &&
  (isRecordKind(operation.act.kind) || !['host', 'invitation', 'template'].includes(operation.act.kind))

/** Whether nothing changed but what a job moves, a status and perhaps its time, and the operation writes neither. */
function isOfAJob({ act, body }: Operation, paths: readonly string[]): boolean {
  const isElse = act.verb === 'deletes' || ((body?.fields.length ?? 0) > 1 && act.aspect !== 'status')
  const isOfStatus = (path: string) => isStatus(path.slice(path.lastIndexOf('.') + 1))
  return isElse && paths.some(isOfStatus) && paths.every((path) => isOfStatus(path) || /(?:At|Date|Time)$/.test(path))
}

const noEffect = check({
  id: 'auth/no-effect',
  clause: 'AUTH-1',
  claim: 'MUST NOT change anything when it rejects a request for its credentials',
  sends:
    'the rejected requests, some also as a GET; a read of their records before and after, and an authorised request',
  expects: 'the same response to both reads, if an authorised request does change the record',
  kills: ['auth/effect-of-*', 'auth/get-*'],
  on: watchable,
  needs: {
    noHeader: badCredential('no-header'),
    wrongToken: optional(badCredential('wrong-token')),
    attempts: badCredentials,
    effect,
  },
  transient: true,
  prove({ operation, effect: { changed }, attempts, profile }) {
    const accepted = [...attempts.parts.values()].flatMap((one) =>
      !isMissing(one) && one.response && profile.isSuccess(one.response) ? [one] : [],
    )
    // The breach is that it was accepted; which of them changed something would take long to tell.
    if (changed && changed !== attempts.changed && accepted.length > 0)
      throw new Inconclusive(
        'a request with a bad credential was accepted, so the change may be its doing',
        undefined,
        [...changed.exchanges, ...accepted].slice(0, 4),
      )
    if (changed && isOfAJob(operation, changed.paths))
      throw new Inconclusive(
        `its status moved meanwhile, which ${operation.id} does not write: what was started earlier may have moved it`,
        undefined,
        changed.exchanges,
      )
    if (changed)
      throw new Breach({
        expected: 'the same response to a read before and after the rejected request',
        got: `a read that shows ${pathsInWords(changed.paths)} changed after ${requestOf(changed.by)}`,
        exchanges: changed.exchanges,
        change: true,
      })
  },
  // What was started moves by itself for a while, and so does what a refused start has set going.
  explains: ({ effect: { changed } }, moving) => changed?.paths.every((path) => moving.has(path)) === true,
})

/** The six kinds share one definition: one of them tells what is only noted. */
const isOfSix = ({ act: { kind } }: Operation): boolean => databaseKinds.some((one, at) => one === kind && at > 0)

const lowerCaseScheme = check({
  id: 'auth/lower-case-scheme',
  clause: 'AUTH-2',
  claim: 'MAY accept the scheme in lower case, as HTTP does',
  sends: 'the valid request of a read operation with the right token behind bearer in lower case',
  expects: 'the response to the same request with the scheme as the specification writes it',
  kills: ['auth/exact-scheme'],
  on: (operation) => operation.effect === 'read' && !isOfSix(operation),
  needs: { lowerCase, control },
  prove({ lowerCase: exchange, control: authorised, profile, operation, placeholders }) {
    // An error of the sort that the authorised request draws, which is none of a bad token, comes after the token was taken.
    const hasPassed = (one: Exchange) => !profile.isRefusal(one) && sameSort(sortOf(one), sortOf(authorised))
    if (!exchange.response || !authorised.response) throw new Inconclusive('no response came', undefined, [exchange])
    if (profile.isSuccess(authorised.response) ? profile.isSuccess(exchange.response) : hasPassed(exchange)) return
    if (!profile.isSuccess(authorised.response) && !(profile.isRefusal(exchange) && hasPassed(authorised)))
      throw new Inconclusive(
        'the authorised request does not succeed either',
        successSupply(operation, placeholders, authorised),
        [authorised],
      )
    if (isTransient(exchange)) throw new Inconclusive('it was answered that it is not the time', undefined, [exchange])
    throw new Breach({
      expected: 'the scheme accepted in lower case',
      got: inWords(exchange),
      exchanges: [exchange],
    })
  },
})

export const authChecks: readonly Check[] = [
  ...refusals,
  otherAddress,
  ...servedBeforeChecks,
  noEffect,
  lowerCaseScheme,
]
