/** Media type and JSON: judged on every answer of every operation, whatever it answers. */
import type { Monitor, Watched } from '../checks/check.ts'
import { unusualAnswers } from './draws.ts'

const every = () => true
const always = {
  sends:
    'only unusual, legal requests: other Accept headers, optional parameters, long queries, large, chunked and nested bodies',
  needs: unusualAnswers,
  on: every,
}

const contentType: Monitor = {
  ...always,
  id: 'media/content-type',
  clause: 'MEDIA-1',
  claim: 'MUST label every response application/json',
  expects: 'exactly one Content-Type, application/json with or without parameters, on successes, errors and refusals',
  kills: ['media/*', 'unusual/*'],
  watch(response): Watched {
    const expected = 'Content-Type application/json'
    const types = [...new Set(response.contentTypes.map((type) => (type.split(';', 1)[0] ?? '').trim().toLowerCase()))]
    if (types.length === 0) return { expected, got: `no Content-Type, with status ${response.status}` }
    if (types.length === 1 && types[0] === 'application/json') return 'held'
    return { expected, got: `${response.contentTypes.join(' and ')}, with status ${response.status}` }
  },
}

const json: Monitor = {
  ...always,
  id: 'media/json',
  clause: 'MEDIA-2',
  claim: 'MUST return JSON',
  expects: 'a body whose bytes are one JSON text in UTF-8; a byte order mark or a body that ends early is a warning',
  kills: ['bytes/*'],
  watch(response): Watched {
    const expected = 'a body that is one JSON text'
    // RFC 8259, 8.1: it must not be added, and may be passed over.
    if (response.json.ok)
      return response.marked ? { level: 'SHOULD', expected, got: 'a byte order mark before the JSON text' } : 'held'
    // On the way to a target far off this may be nobody's fault.
    if (response.cut)
      return { level: 'SHOULD', expected, got: `a body that ends early: ${response.json.why}`, cause: 'ends early' }
    if (response.size > 0)
      return { expected, got: `a body that does not parse: ${response.json.why}`, cause: 'does not parse' }
    const labelled = response.contentTypes.some((type) => type.toLowerCase().startsWith('application/json'))
    return labelled
      ? { level: 'SHOULD', expected, got: `no body at all, labelled application/json, with status ${response.status}` }
      : { expected, got: `no body at all, with status ${response.status}` }
  },
}

export const mediaMonitors: readonly Monitor[] = [contentType, json]
