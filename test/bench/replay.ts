/** Sends recorded requests with bare undici, as many at a time as a run does. */
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'
import type { Recorded, Recording } from './record.ts'

const [, , file = ''] = process.argv
const { baseUrl, concurrency, requests } = JSON.parse(readFileSync(file, 'utf8')) as Recording
const pool = new Pool(baseUrl, { connections: concurrency, pipelining: 1 })
const left = requests.values()

async function send({ method, path, headers, body }: Recorded): Promise<void> {
  try {
    const response = await pool.request({ method, path, headers, body })
    await response.body.arrayBuffer()
  } catch {
    // A server that is updated does not listen for a moment.
  }
}

async function lane(): Promise<void> {
  for (const request of left) await send(request)
}

await Promise.all(Array.from({ length: concurrency }, lane))
await pool.close()
