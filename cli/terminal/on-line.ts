import type { Sent } from '../../schemas/report.ts'

/** A request and what came of it, on a line; without the base address, which is the same for all. */
export function onLine({ evidence: { request, response, failure }, started }: Sent, baseUrl: string): string {
  const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url
  const came = response ? `${response.status} in ${Math.round(response.durationMs)} ms` : (failure ?? 'no response')
  return `${started.slice(11, 23)} ${request.method.padEnd(4)} ${path} ${came}`
}
