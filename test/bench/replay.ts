/** Sends recorded requests with bare undici, in the process layout of a run: the server in one thread, the sender in another. */
import { readFileSync } from 'node:fs'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Pool } from 'undici'
import { startReference } from '../../fixtures/reference/serve.ts'
import type { Recorded, Recording } from './record.ts'

const [, , file = ''] = process.argv

async function send(recording: Recording, baseUrl: string): Promise<void> {
  const pool = new Pool(baseUrl, { connections: recording.concurrency, pipelining: 1 })
  let next = 0
  const one = async ({ method, path, headers, body }: Recorded) => {
    const response = await pool.request({ method, path, headers, body })
    await response.body.arrayBuffer()
  }
  const lane = async () => {
    for (let request = recording.requests[next++]; request; request = recording.requests[next++]) await one(request)
  }
  await Promise.all(Array.from({ length: recording.concurrency }, lane))
  await pool.close()
}

if (isMainThread) {
  const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording
  const server = await startReference({ token: recording.token })
  const worker = new Worker(new URL(import.meta.url), { workerData: { recording, baseUrl: server.baseUrl } })
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await server.close()
} else {
  const { recording, baseUrl } = workerData as { recording: Recording; baseUrl: string }
  await send(recording, baseUrl)
  parentPort?.postMessage('done')
}
