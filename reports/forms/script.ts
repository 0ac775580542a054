/** A finding as a shell script: what was sent, in order, with what came as comments. */
import { printable } from '../model/printable.ts'
import type { Evidence, Report, Result } from '../../schemas/report.ts'

/** More of a response is not read in a comment. */
const SHOWN = 300

const comment = (text: string): string => printable(text).replaceAll(/^/gm, '# ')
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The curl line with the address and the token from variables: both stand between single quotes there. */
const line = (curl: string, baseUrl: string): string =>
  curl.replace(`'${baseUrl}`, `"$base"'`).replaceAll('<ACCESS_TOKEN>', `'"$TOUCHSTONE_TOKEN"'`)

function step({ response, failure, curl }: Evidence, baseUrl: string): string {
  const came = response
    ? `answered ${response.status}: ${response.body.slice(0, SHOWN)}`
    : `no response: ${failure ?? 'none came'}`
  return `${comment(came)}\n${line(curl, baseUrl)}\necho`
}

/** A script for any POSIX shell. The records of the run are deleted by now: identifiers in it may have to be replaced. */
export function script({ id, verdict, message, expected, got, evidence }: Result, report: Report): string {
  const { baseUrl } = report.target
  const head = [
    `${id}: ${verdict}`,
    message,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(got === undefined ? [] : [`got:      ${got}`]),
    '',
    `Of run ${report.run} by Touchstone ${report.touchstone}, seed ${report.seed}. It deleted the records that it made: put in`,
    'identifiers of your own, or have new ones made: touchstone replay.',
  ]
  return [
    '#!/bin/sh',
    comment(head.join('\n')),
    'set -u',
    ': "${TOUCHSTONE_TOKEN:?set it to the access token}"',
    `base=\${TOUCHSTONE_BASE_URL:-${quoted(baseUrl)}}`,
    '',
    evidence.map((one) => step(one, baseUrl)).join('\n\n'),
    '',
  ].join('\n')
}
