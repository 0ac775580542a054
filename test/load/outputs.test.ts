/** What k6's users look at: its own outputs, with tags, its own summary, and limits by operation, group and scenario. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished, test } from 'vitest'
import { outputsOf } from '../../load/k6/outputs.ts'
import { emptyFolder } from '../folder.ts'
import { withK6 } from './k6.ts'
import { load, target } from './run.ts'

const small = ['--scenario', 'mixed', '--only', 'application', '--rate', '60', '--duration', '3s']

test('files of outputs are those that the user named, also from within a container', () => {
  const folder = emptyFolder()
  const outputs = [`json=${join(folder, 'a.json')}`, 'opentelemetry', 'web-dashboard=port=0']
  expect(outputsOf({ outputs }, false)).toEqual({
    args: outputs.flatMap((one) => ['--out', one]),
    mounts: [],
  })
  const inside = outputsOf({ outputs, summaryExport: join(folder, 's.json') }, true)
  expect(inside.mounts).toEqual([`${folder}:/k6-out/0`, `${folder}:/k6-out/1`])
  expect(inside.args).toEqual([
    '--out',
    'json=/k6-out/0/a.json',
    '--out',
    'opentelemetry',
    '--out',
    'web-dashboard=port=0',
    '--summary-export',
    '/k6-out/1/s.json',
  ])
})

withK6("k6's own outputs", () => {
  it('bear tags of group, operation and journey, and no token', async () => {
    const { server, file } = await target()
    const folder = emptyFolder()
    const [json, csv, summary] = ['out.json', 'out.csv', 'summary.json'].map((name) => join(folder, name))
    const outputs = ['--k6-out', `json=${json}`, '--k6-out', `csv=${csv}`, '--summary-export', summary ?? '']
    const { code, out, report } = await load(['--target', file, ...small, ...outputs])
    expect(code, out).toBe(0)
    const lines = readFileSync(json ?? '', 'utf8').split('\n')
    const tags = lines.flatMap((line): readonly Record<string, string>[] => {
      if (!line.includes('"metric":"http_req_duration"') || !line.includes('"Point"')) return []
      return [(JSON.parse(line) as { data: { tags: Record<string, string> } }).data.tags]
    })
    const own = tags.filter(({ operation, scenario }) => operation === 'application.one' && scenario === 'load')
    expect(own.length).toBe(report().load?.operations['application.one']?.count)
    expect(own[0]).toMatchObject({ group: 'application', name: 'application.one', load: 'mixed' })
    expect(new Set(own.map(({ journey }) => journey))).toContain('application-page')
    expect(readFileSync(csv ?? '', 'utf8')).toContain('application.one')
    expect(JSON.parse(readFileSync(summary ?? '', 'utf8'))).toMatchObject({ metrics: { http_reqs: {} } })
    for (const written of [json, csv, summary]) expect(readFileSync(written ?? '', 'utf8')).not.toContain(server.token)
  })

  it('reach Prometheus by remote write, and OpenTelemetry, with the same tags', async () => {
    const got: { url: string; encoding: string; body: string }[] = []
    const receiver = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        const encoding = request.headers['content-encoding'] ?? 'none'
        got.push({ url: request.url ?? '', encoding, body: Buffer.concat(pieces).toString('latin1') })
        response.end()
      })
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void receiver.close())
    const address = receiver.address()
    const place = `127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`
    const { server, file } = await target()
    const env = {
      K6_PROMETHEUS_RW_SERVER_URL: `http://${place}/api/v1/write`,
      K6_OTEL_EXPORTER_PROTOCOL: 'http/protobuf',
      K6_OTEL_HTTP_EXPORTER_ENDPOINT: place,
      K6_OTEL_HTTP_EXPORTER_INSECURE: 'true',
    }
    const outputs = ['--k6-out', 'experimental-prometheus-rw', '--k6-out', 'opentelemetry']
    const { code, out } = await load(['--target', file, ...small, ...outputs], env)
    expect(code, out).toBe(0)
    const [written, metrics] = ['/api/v1/write', '/v1/metrics'].map((path) => got.filter(({ url }) => url === path))
    // Packed; each label stands whole where it comes first.
    expect(written?.map(({ encoding }) => encoding)).toContain('snappy')
    expect(written?.map(({ body }) => body).join('')).toContain('journey')
    const loadOptions = metrics?.map(({ body }) => body).join('') ?? ''
    for (const tag of ['operation', 'application.one', 'journey', 'application-page', 'group'])
      expect(loadOptions).toContain(tag)
    for (const { body } of got) expect(body).not.toContain(server.token)
  })

  it('that k6 does not know end in no verdict, with what k6 says', async () => {
    const { file } = await target()
    const { code, out } = await load(['--target', file, ...small, '--k6-out', 'no-such-output'])
    expect([code, out]).toEqual([3, expect.stringMatching(/k6 ended with exit code.*no-such-output/s)])
  })
})

withK6('limits of the target file', () => {
  it('hold operations, groups and scenarios, to latencies, errors and rates', async () => {
    const limits = {
      latency: { 'application.one': { p50: 1, max: 60_000 }, application: { p99: 60_000 }, mixed: { p95: 1 } },
      errors: { application: 5, mixed: 0 },
      rates: { mixed: 1000, 'application.create': 0.1 },
    }
    const { file } = await target({ latencyMs: 20 }, { limits })
    const { code, out, report } = await load(['--target', file, ...small])
    expect(code, out).toBe(1)
    const said = Object.fromEntries(
      report()
        .results.filter(({ check }) => ['load/latency', 'load/errors', 'load/rate'].includes(check))
        .map(({ id, verdict }) => [id, verdict]),
    )
    expect(said).toEqual({
      'application.one load/latency': 'warn',
      'application.* load/latency': 'pass',
      'application.* load/errors': 'pass',
      'mixed load/latency': 'warn',
      'mixed load/errors': 'pass',
      'mixed load/rate': 'warn',
      'application.create load/rate': 'pass',
    })
    expect(report().results.find(({ id }) => id === 'application.one load/latency')?.expected).toBe(
      '50 of 100 responses within 1 ms',
    )
  })
})
