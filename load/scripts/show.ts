/** What is shown of an exchange that broke a rule: as much as tells, and nothing of the token. */
import encoding from 'k6/encoding'
import type { Breach, Shown } from './line.ts'
import type { StepResponse } from './oracles.ts'
import { token } from './settings.ts'

/** Characters of a body that are shown. */
const LENGTH = 2000

/** Pieces of the token, and of what encodings make of it, that must not be shown. */
const PIECE = 12
const forms = token === '' ? [] : [token, encodeURIComponent(token), encoding.b64encode(token, 'rawstd')]

export function clean(text: string): string {
  let shown = text
  for (const form of forms) {
    shown = shown.split(form).join('<ACCESS_TOKEN>')
    for (let at = 0; at + PIECE <= form.length; at++)
      shown = shown.split(form.slice(at, at + PIECE)).join('<ACCESS_TOKEN>')
  }
  return shown
}

export function show(breach: Breach, step: number, path: string, body: string | null, response: StepResponse): Shown {
  return {
    ...breach,
    got: clean(breach.got),
    step,
    path,
    body,
    response: {
      status: response.status,
      headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, clean(value)])),
      body: clean(response.body ?? '').slice(0, LENGTH),
      ms: response.timings.duration,
    },
  }
}
