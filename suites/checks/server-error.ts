/** A server that answers a valid request with a server error says itself that it failed (docs/judgement.md, rule 21). */
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { supplyFor, unansweredSupply } from '../claim/supply.ts'
import { bareUpdate } from '../evidence/bare-update.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { labelledIn, unusual } from '../evidence/unusual.ts'
import { check, type Check, type Context } from './check.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { saysItFailed } from '../target/server-failed.ts'

/** Whether an operation works on the run's own records alone, so that nothing on the host is to blame. */
export const isOwn = (operation: Operation) =>
  isRecordKind(operation.act.kind) && (operation.effect === 'read' || operation.effect === 'resource')

interface Given extends Context {
  readonly control: Exchange
  readonly unusual?: readonly Exchange[] | undefined
  readonly bare?: Exchange | null | undefined
}

function prove({ unusual: sent = [], bare, ...given }: Given): void {
  judge(given)
  if (bare?.response) judge({ ...given, control: bare })
  const { plain } = labelledIn(sent)
  const { operation, placeholders } = given
  // The valid request once more, after a success: of what works on the run's own records alone.
  if (plain?.response && isOwn(operation) && operation.act.reaches === undefined && placeholders.length === 0)
    judge({ ...given, control: plain })
}

function judge({ operation, profile, placeholders, control }: Given): void {
  if (!control.response)
    throw new Inconclusive(
      { text: `no response came: ${control.failure ?? 'unknown'}`, cause: 'no response came' },
      unansweredSupply(control),
      [control],
    )
  const { status } = control.response
  if (!saysItFailed(status)) return
  if (profile.errorStatuses.has(status))
    throw new Inconclusive(
      {
        text: `${status} is what this target answers to ordinary mistakes too`,
        cause: 'ordinary mistakes are answered so too',
      },
      undefined,
      [control],
    )
  if (placeholders.length > 0)
    throw new Inconclusive(
      {
        text: `the request names what the target does not have (${placeholders.join(', ')}), and the server failed on it (${status})`,
        cause: 'the request names what the target does not have',
      },
      supplyFor(placeholders, operation),
      [control],
    )
  const { reaches } = operation.act
  if (reaches !== undefined)
    throw new Inconclusive(
      {
        text: `the server says that it failed (${status}), and that may be the doing of the ${reaches} that ${operation.id} may have to ask`,
        cause: 'the server says that it failed, maybe for another that it asks',
      },
      `a ${reaches} that this target reaches; and see the server's own log`,
      [control],
    )
  if (!isOwn(operation))
    throw new Inconclusive(
      {
        text: `the server says that it failed (${status}), and that may be the host's doing`,
        cause: 'the server says that it failed, maybe for its host',
      },
      `what ${operation.id} needs on the host: mend it there, and see the server's own log`,
      [control],
    )
  throw new Breach({ expected: 'no server error', got: inWords(control), exchanges: [control] })
}

const serverError = check({
  id: 'errors/server-error',
  clause: 'OP-*',
  claim: 'SHOULD NOT answer a valid request with a server error',
  sends:
    'the valid request with the right token, on the run’s own records; once more after an error to an unusual form of it; an update also with its identifier alone',
  expects: 'any status below 500, or 501, 503, 507 or 511',
  kills: ['errors/fails-*'],
  on: () => true,
  needs: { control, unusual: optional(unusual), bare: optional(bareUpdate) },
  transient: true,
  prove,
})

export const serverErrorChecks: readonly Check[] = [serverError]
