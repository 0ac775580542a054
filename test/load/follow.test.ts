/** The collector in a cluster: it waits for the pods, follows their logs to the end, and asks for nothing else. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { followPods, ownCluster } from '../../load/kubernetes/follow.ts'
import { emptyFolder } from '../folder.ts'

/** As much of a cluster as the collector sees: pods that start late, and logs that break off once. */
async function cluster(options: { readonly refuses?: boolean } = {}) {
  const asked: string[] = []
  let looks = 0
  let cut = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://cluster')
    asked.push(`${request.method} ${url.pathname}`)
    if (options.refuses || request.headers.authorization !== 'Bearer pod-token') {
      response.writeHead(403).end('pods is forbidden')
      return
    }
    if (url.pathname.endsWith('/log')) {
      const last = ++cut > 2
      response.end(last ? '{"run":"r"} one\n{"run":"r"} two\n' : '{"run":"r"} one\n')
      return
    }
    looks++
    const phase = looks < 3 ? 'Pending' : cut > 2 ? 'Succeeded' : 'Running'
    const items = ['load-1', 'load-2'].map((name) => ({ metadata: { name }, status: { phase } }))
    response.end(JSON.stringify({ items, selector: url.searchParams.get('labelSelector') }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, cluster: { url, namespace: 'ns', token: 'pod-token', ca: null } }
}

test('each pod is followed until it has ended, also where its log breaks off', async () => {
  const { asked, cluster: own } = await cluster()
  const said: string[] = []
  const folder = emptyFolder()
  const files = await followPods(own, { selector: 'k6_cr=load', parts: 2, folder, patienceMs: 20_000 }, (line) =>
    said.push(line),
  )
  expect(said).toEqual(['following load-1, load-2'])
  expect(files.map((file) => readFileSync(file, 'utf8').includes('two'))).toContain(true)
  expect(new Set(asked)).toEqual(
    new Set([
      'GET /api/v1/namespaces/ns/pods',
      'GET /api/v1/namespaces/ns/pods/load-1/log',
      'GET /api/v1/namespaces/ns/pods/load-2/log',
    ]),
  )
})

test('a cluster that refuses is told with what it needs', async () => {
  const { cluster: own } = await cluster({ refuses: true })
  const followed = { selector: 'k6_cr=load', parts: 2, folder: emptyFolder(), patienceMs: 1000 }
  await expect(followPods(own, followed, () => undefined)).rejects.toThrow(
    /answered 403.*get and list on pods and pods\/log/,
  )
})

test('outside of a cluster it says what to give instead', () => {
  expect(() => ownCluster({})).toThrow(/--pods works in a pod of the cluster.*--logs/)
})
