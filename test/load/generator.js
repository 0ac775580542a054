// Another generator than k6, in a process of its own: sends so many requests a second, whatever the server does, and prints what they took.
// In JavaScript, for the library that it is made of has no types.
import { loadTest } from 'loadtest'

const [url, token, rate, seconds] = process.argv.slice(2)
const took = []
const options = {
  url,
  headers: { authorization: `Bearer ${token}` },
  requestsPerSecond: Number(rate),
  maxRequests: Number(rate) * Number(seconds),
  // New clients are made as soon as none is free.
  concurrency: 1,
  agentKeepAlive: false,
  quiet: true,
  statusCallback: (_error, result) => took.push(result?.requestElapsed ?? Number.NaN),
}
loadTest(options, () => {
  process.stdout.write(JSON.stringify(took), () => process.exit(0))
})
