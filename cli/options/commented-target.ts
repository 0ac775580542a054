/** The target file that `touchstone init` writes: every key with what it means, all but the address commented out. */
import { targetKeys } from '../../schemas/derive/json-schema.ts'
import type { TargetFile } from '../../schemas/target.ts'

/** Each key as one might fill it in. */
const examples: readonly (readonly [key: keyof TargetFile, example: unknown])[] = [
  ['token', '${SERVER_TOKEN}'],
  ['identifiers', { projectId: 'p1', environmentId: 'e1' }],
  ['expendable', { userId: 'u2' }],
  ['sample', { 'application.update': { description: 'of no account' } }],
  ['lookup', { sqla: { path: '/project.one?projectId={projectId}' } }],
  ['prepare', { compose: [{ operation: 'compose.update', body: { composeFile: 'services: {}' } }] }],
  [
    'vocabulary',
    {
      groups: { sqla: 'acmedb' },
      operations: { 'settings.readProxyConfig': 'readRouterConfig', markRunning: 'markAsRunning' },
      fields: { proxyConfig: 'routerConfig' },
      values: { buildfile: 'recipe' },
    },
  ],
  ['auth', { header: 'X-Api-Key', scheme: '' }],
  ['headers', { 'X-Tenant': 'acme' }],
  ['omit', ['cluster.*']],
  [
    'limits',
    {
      concurrency: 4,
      requestsPerSecond: 50,
      timeoutMs: 10_000,
      settleMs: 2000,
      badTokens: 20,
      maxRequests: 12_000,
      latency: { 'application.one': { p95: 200 }, compose: { p99: 1000 } },
      errors: { deploy: 1 },
      rates: { deploy: 25 },
    },
  ],
  ['allow', ['deploy']],
  [
    'image',
    {
      port: 3000,
      path: '/api',
      env: { DATABASE_URL: 'postgres://app@db/app' },
      wait: { path: '/ready', seconds: 120 },
      token: { log: 'access token: (\\S+)' },
      companions: { db: { image: 'postgres:17', env: { POSTGRES_USER: 'app' }, wait: { log: 'ready to accept' } } },
    },
  ],
  ['known', [{ id: 'settings.getIp exists/operation', why: 'not built yet', until: '2030-12-31' }]],
]

const WIDTH = 100

/** A text in lines that are not too long. */
function folded(text: string): readonly string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + word.length < WIDTH) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

const comment = (key: keyof TargetFile) => folded(targetKeys[key]).map((line) => `  // ${line}`)

export function commentedTarget(): string {
  const entries = examples.flatMap(([key, example]) => [
    '',
    ...comment(key),
    ...`"${key}": ${JSON.stringify(example, null, 2)},`.split('\n').map((line) => `  // ${line}`),
  ])
  return [
    '// What Touchstone is to know of a server. Only baseUrl is needed; take the // away before what you fill in.',
    '// Flags override the environment (TOUCHSTONE_BASE_URL, TOUCHSTONE_TOKEN), which overrides this file.',
    '{',
    ...comment('baseUrl'),
    '  "baseUrl": "",',
    ...entries,
    '}',
    '',
  ].join('\n')
}
