/**
 * `run.har`: HTTP Archive 1.2, for browsers' network panels and proxies: of the whole run where it was watched, else of the
 * exchanges that stand in the report as evidence. No token stands in any.
 */
import { join } from 'node:path'
import type { Evidence, Report, Result, Sent } from '../../schemas/report.ts'
import { writeWhole } from '../write-file.ts'

type Headers = Readonly<Record<string, string>>

const pairs = (headers: Headers) => Object.entries(headers).map(([name, value]) => ({ name, value }))
const named = (headers: Headers, wanted: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''

/** HAR's own word for 'not known'. */
const UNKNOWN = -1

function queryOf(url: string) {
  const at = url.indexOf('?')
  return at === -1 ? [] : [...new URLSearchParams(url.slice(at))].map(([name, value]) => ({ name, value }))
}

function requestOf({ method, url, headers, body }: Evidence['request']) {
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: queryOf(url),
    ...(body === null ? {} : { postData: { mimeType: named(headers, 'content-type'), text: body } }),
    headersSize: UNKNOWN,
    bodySize: body === null ? 0 : Buffer.byteLength(body),
  }
}

/** Where no response came, HAR has a status of 0, and the reason as its text. */
function responseOf({ response, failure }: Evidence) {
  const { status, headers, body } = response ?? { status: 0, headers: {}, body: '' }
  const size = Buffer.byteLength(body)
  return {
    status,
    statusText: response ? '' : (failure ?? 'no response'),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: { size, mimeType: named(headers, 'content-type'), text: body },
    redirectURL: named(headers, 'location'),
    headersSize: UNKNOWN,
    bodySize: response ? size : UNKNOWN,
  }
}

/** @param results that show this exchange */
function entryOf(evidence: Evidence, results: readonly Result[], started: string) {
  const time = evidence.response?.durationMs ?? 0
  return {
    startedDateTime: started,
    time,
    request: requestOf(evidence.request),
    response: responseOf(evidence),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: results.map(({ id, verdict }) => `${verdict}: ${id}`).join('; '),
  }
}

/**
 * The exchanges as a HAR document, with the results that show one as its comment.
 * @param sent all exchanges of the run; where it is left out, those of the report, each once and under the run's own time
 */
export function har({ results, started, touchstone }: Report, sent?: readonly Sent[]): object {
  const shown = results.flatMap((result) => result.evidence.map((evidence) => ({ result, evidence })))
  const alike = Map.groupBy(shown, ({ evidence }) => JSON.stringify(evidence))
  const showing = (evidence: Evidence) => alike.get(JSON.stringify(evidence))?.map(({ result }) => result) ?? []
  const first = [...alike.values()].flatMap(([one]) => (one ? [{ evidence: one.evidence, started }] : []))
  const entries = (sent ?? first).map((one) => entryOf(one.evidence, showing(one.evidence), one.started))
  return { log: { version: '1.2', creator: { name: 'touchstone', version: touchstone }, pages: [], entries } }
}

/** Writes `run.har` and returns its path. */
export function writeHar(report: Report, folder: string, sent?: readonly Sent[]): string {
  const file = join(folder, 'run.har')
  writeWhole(file, `${JSON.stringify(har(report, sent), null, 2)}\n`)
  return file
}
