/** Media type and JSON: judged on every response of every operation, whatever it answers. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Monitor, Observation, Watched } from '../checks/check.ts'
import { unusualResponses } from './draws.ts'

const every = () => true
const always = {
  sends:
    'only unusual, legal requests: other Accept headers, optional parameters, long queries, large, chunked and nested bodies',
  needs: unusualResponses,
  on: every,
}

/** Many a server refuses a longer request line by itself, before the application sees it. */
const LONG_LINE = 8000

/** The same, and how long the request line was, where that may be the matter. */
function withLength(observation: Observation, { method, path }: Exchange): Observation {
  const bytes = Buffer.byteLength(`${method} ${path} HTTP/1.1`)
  if (bytes <= LONG_LINE) return observation
  const { got, cause = got } = observation
  return {
    ...observation,
    got: `${got}, to a request line of ${bytes} bytes`,
    cause: `${cause}, to a long request line`,
  }
}

const contentType: Monitor = {
  ...always,
  id: 'media/content-type',
  clause: 'MEDIA-1',
  claim: 'MUST label every response application/json',
  expects: 'exactly one Content-Type, application/json with or without parameters, on successes, errors and refusals',
  kills: ['media/*', 'unusual/*'],
  watch(response, { exchange }): Watched {
    const expected = 'Content-Type application/json'
    const types = [...new Set(response.contentTypes.map((type) => (type.split(';', 1)[0] ?? '').trim().toLowerCase()))]
    if (types.length === 1 && types[0] === 'application/json') return 'held'
    const type = types.length === 0 ? 'no Content-Type' : response.contentTypes.join(' and ')
    return withLength({ expected, got: `${type}, with status ${response.status}` }, exchange)
  },
}

const json: Monitor = {
  ...always,
  id: 'media/json',
  clause: 'MEDIA-2',
  claim: 'MUST return JSON',
  expects:
    'a body whose bytes are one JSON text in UTF-8; a byte order mark, a name twice in one object or a body that ends early is a warning',
  kills: ['bytes/*'],
  watch(response, { exchange }): Watched {
    const expected = 'a body that is one JSON text'
    // RFC 8259, 8.1: it must not be added, and may be passed over.
    if (response.json.ok && response.marked)
      return { level: 'SHOULD', expected, got: 'a byte order mark before the JSON text' }
    if (response.json.ok && response.twice !== undefined)
      return {
        level: 'SHOULD',
        expected: 'objects in which each name stands once',
        got: `the name ${JSON.stringify(response.twice)} twice in one object`,
        cause: 'a name twice',
      }
    if (response.json.ok) return 'held'
    // On the way to a target far off this may be nobody's fault.
    if (response.cut)
      return { level: 'SHOULD', expected, got: `a body that ends early: ${response.json.why}`, cause: 'ends early' }
    if (response.size > 0)
      return withLength(
        { expected, got: `a body that does not parse: ${response.json.why}`, cause: 'does not parse' },
        exchange,
      )
    const labelled = response.contentTypes.some((type) => type.toLowerCase().startsWith('application/json'))
    return labelled
      ? { level: 'SHOULD', expected, got: `no body at all, labelled application/json, with status ${response.status}` }
      : { expected, got: `no body at all, with status ${response.status}` }
  },
}

export const mediaMonitors: readonly Monitor[] = [contentType, json]
