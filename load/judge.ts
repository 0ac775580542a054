/** Turns what the scripts saw into results, as a run's checks are told. */
import { evidence } from '../fixtures/http/evidence.ts'
import type { Exchange } from '../fixtures/http/exchange.ts'
import { findOperation, lifeOf, isRecordKind, type Operation } from '../schemas/registry.ts'
import type { Result } from '../schemas/report.ts'
import type { RunOptions } from '../schemas/target.ts'
import { isLimitCheck } from '../reports/model/timings/limit-claims.ts'
import { loadChecks, type LoadCheck } from './checks.ts'
import { fellBehind, madeRecords, refusedAll, sawEffect, sawGone } from './judge-streams.ts'
import type { Measure } from './measure.ts'
import { breach, pass, unknown, type Said } from './said.ts'
import type { Broken, Share, Tally } from './tally.ts'

/** What is known of identifiers: how many a kind was given, and those that two records had at one time. */
export interface Identifiers {
  readonly given: ReadonlyMap<string, number>
  readonly reused: readonly { readonly kind: string; readonly id: string; readonly names: readonly string[] }[]
}

interface Seen {
  readonly measure: Measure
  readonly identifiers: Identifiers
  /** Journeys that were due and could not begin, for want of a free virtual user. */
  readonly dropped: number
  readonly gaveWay: boolean
}

/** Breaches that are shown of each result, at most. */
const SHOWN = 3

/** The exchange that a script showed, as evidence. */
function exchangeOf({ asked, method, shown }: Broken, { target }: RunOptions, serial: number): Exchange {
  const { response, credential } = shown
  const { header, scheme } = target.auth
  const token = credential === 'wrong' ? 'an-altered-token' : target.token
  return {
    serial,
    operation: findOperation(asked)?.id ?? null,
    method,
    path: shown.path,
    headers: {
      accept: 'application/json',
      ...(credential === 'none' ? {} : { [header.toLowerCase()]: scheme === '' ? token : `${scheme} ${token}` }),
      ...(shown.body === null ? {} : { 'content-type': 'application/json' }),
    },
    body: shown.body,
    credential: credential === undefined ? 'right' : credential === 'none' ? 'no-header' : 'wrong-token',
    response: {
      status: response.status,
      headers: response.headers,
      contentTypes: [response.headers['Content-Type'] ?? []].flat(),
      size: response.body.length,
      text: response.body,
      json: { ok: false, why: 'not read again' },
      startedMs: 0,
      durationMs: response.ms,
    },
    failure: null,
  }
}

const sum = (shares: readonly Share[], of: keyof Share) => shares.reduce((all, share) => all + share[of], 0)

/** Requests under way together, and under load. */
function served(check: LoadCheck, { rest, together, load }: Tally): Said {
  const many = [together, load]
  const [asked, good] = [sum(many, 'asked'), sum(many, 'served')]
  if (rest.served + good === 0)
    return unknown(
      'it never succeeded, at rest or under load',
      'what the operation needs to succeed, as sample in the target file',
    )
  if (good === asked) return pass(check, `${good} of ${asked} requests succeeded`)
  const got = `${asked - good} of ${asked} requests did not succeed`
  return breach(check, 'successes under load as at rest', `${got} (at rest ${rest.served} of ${rest.answered} did)`)
}

/** So many of all requests may go unanswered before the target is held to it. */
const LOST = 0.01

/** A target that gave way at the load that was to find out when it does is not held to it. */
function answeredBy(check: LoadCheck, { rest, together, load }: Tally, { measure, gaveWay }: Seen): Said {
  const all = [rest, together, load]
  const asked = sum(all, 'asked')
  const silent = asked - sum(all, 'answered')
  if (asked === 0) return unknown('nothing was asked')
  if (silent === 0) return pass(check, `each of ${asked} requests was`)
  const [why] = measure.failures
  const got = `${silent} of ${asked} requests unanswered${why === undefined ? '' : ` (${why})`}`
  const said = breach(check, 'a response to each request', got)
  return gaveWay || measure.unanswered <= measure.requests * LOST ? { ...said, verdict: 'note' } : said
}

function distinct(check: LoadCheck, operation: Operation, { given, reused }: Identifiers): Said {
  const { kind } = operation.act
  const [first] = reused.filter((one) => one.kind === kind)
  if (first)
    return breach(
      check,
      'identifiers that differ',
      `the identifier ${first.id} for ${first.names.map((name) => name || 'a record without a name').join(' and ')} at one time`,
    )
  const count = given.get(kind) ?? 0
  return count < 2 ? unknown('fewer than two identifiers were seen') : pass(check, `held of ${count} records`)
}

/** What one check says of one operation; null where it has nothing to say of it. */
function saidOf(check: LoadCheck, operation: Operation, tally: Tally, seen: Seen): Said | null {
  const { measure, identifiers, dropped } = seen
  if (isLimitCheck(check.id) || check.id === 'load/steady') return null
  if (check.id === 'load/begun') return madeRecords(check, operation.id, measure)
  if (check.id === 'load/kept-up') return fellBehind(check, operation.id, measure, dropped)
  if (check.id === 'load/served') return served(check, tally)
  if (check.id === 'load/answered') return answeredBy(check, tally, seen)
  if (check.id === 'load/distinct') return distinct(check, operation, identifiers)
  const answered = tally.rest.answered + tally.together.answered + tally.load.answered
  const count = tally.breaches.get(check.of ?? '') ?? 0
  const shown = measure.broken.filter((one) => one.operation === operation.id && one.check === check.of)
  const [first] = shown
  if (first && count > 0)
    return {
      ...breach(check, first.shown.expected, `${first.shown.got} (in ${count} of ${answered} responses)`),
      ...(first.shown.clause === undefined ? {} : { clause: first.shown.clause }),
    }
  if (check.id === 'load/refused') return refusedAll(check, tally, measure.lockedOut)
  if (check.id === 'load/gone') return sawGone(check, tally)
  if (check.id === 'load/effect') return sawEffect(check, tally)
  if (answered === 0) return unknown('no response was drawn')
  if (check.id === 'load/error-shape') {
    const reason = 'no error response was seen under load'
    return tally.errors === 0
      ? { verdict: 'skipped', message: `Not judged: ${reason}`, reason }
      : pass(check, `held in ${tally.errors} errors`)
  }
  if (check.id === 'load/own-answer' || check.id === 'load/kept')
    return tally.own === 0
      ? unknown('no response shows the record that it is about')
      : pass(check, `held in ${tally.own} responses`)
  return pass(check, `held in ${answered} responses`)
}

/**
 * All results of a load.
 * @param clean takes the token out of a text
 */
export function judgeLoad(
  seen: Seen,
  options: RunOptions,
  selected: (operation: string, check: string) => boolean,
  clean: (text: string) => string,
): readonly Result[] {
  const { baseUrl } = options.target
  return [...seen.measure.tallies].flatMap(([id, tally]) => {
    const operation = findOperation(id)
    if (!operation) return []
    return loadChecks
      .filter((check) => check.on(operation) && selected(id, check.id))
      .flatMap((check) => {
        const said = saidOf(check, operation, tally, seen)
        if (said === null) return []
        const broken = seen.measure.broken.filter((one) => one.operation === id && one.check === check.of)
        const shows = said.verdict === 'fail' || said.verdict === 'warn'
        const exchanges = shows ? broken.slice(0, SHOWN).map((one, at) => exchangeOf(one, options, at + 1)) : []
        return {
          id: `${id} ${check.id}`,
          operation: id,
          check: check.id,
          clause: check.clause.replace('*', id),
          durationMs: 0,
          ...said,
          message: clean(said.message),
          ...(said.got === undefined ? {} : { got: clean(said.got) }),
          evidence: exchanges.map((one) => evidence(one, baseUrl, clean)),
        }
      })
  })
}

/** Follows identifiers through the lines of a journal: which records are there at one time. */
export class Identities implements Identifiers {
  readonly given = new Map<string, number>()
  readonly reused: { kind: string; id: string; names: readonly string[] }[] = []
  readonly #alive = new Map<string, string>()

  created(kind: string, id: string, name: string): void {
    const key = `${kind} ${id}`
    const other = this.#alive.get(key)
    if (other !== undefined) this.reused.push({ kind, id, names: [other, name] })
    this.#alive.set(key, name)
    this.given.set(kind, (this.given.get(kind) ?? 0) + 1)
  }

  /** From here on, it may be given again. */
  deleting(kind: string, id: string): void {
    this.#alive.delete(`${kind} ${id}`)
  }

  /** The operations that make records of a kind of which two had one identifier. */
  get blamed(): readonly string[] {
    return this.reused.flatMap(({ kind }) => (isRecordKind(kind) ? lifeOf(kind).create.id : []))
  }
}
