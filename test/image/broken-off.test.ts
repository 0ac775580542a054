/** An engine whose responses break off halfway: whoever asks it hears nothing of that, and would wait for ever. */
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../folder.ts'
import { docker, needsEngine, runImage, runOf, standing } from './engine.ts'

beforeEach(needsEngine)

/** An engine in front of the real one: of the first responses to what matches, as many as are to break off end after a byte. */
function breaking(matches: RegExp, times: number): Promise<string> {
  const socketPath = join(emptyFolder(), 'engine.sock')
  const { socketPath: real } = docker().modem as { readonly socketPath?: string }
  let left = times
  const server = createServer((asked, response) => {
    const { method, url, headers } = asked
    const onward = request({ socketPath: real ?? '/var/run/docker.sock', method, path: url, headers }, (got) => {
      response.writeHead(got.statusCode ?? 500, got.headers)
      if (!matches.test(`${method} ${url}`) || left-- <= 0) return got.pipe(response)
      return got.once('data', (bytes: Buffer) => response.write(bytes.subarray(0, 1), () => response.destroy()))
    })
    asked.pipe(onward.on('error', () => response.destroy()))
  })
  onTestFinished(() => void server.close())
  return new Promise((resolve) => server.listen(socketPath, () => resolve(`unix://${socketPath}`)))
}

test.each([
  ['while the image is looked for', /^GET \/images\/.*\/json$/, 1],
  ['while the container comes up', /^GET \/containers\/[0-9a-f]+\/json$/, 1],
  ['when the log is read, and again at the end', /^GET \/containers\/.*\/logs/, 2],
])('%s: the run ends with 3, says why, and leaves nothing', async (_, matches, times) => {
  const out = emptyFolder()
  const engine = { DOCKER_HOST: await breaking(matches, times) }
  const ended = await runImage(['--image', 'reference', '--only', 'settings.getIp'], out, undefined, engine)
  expect(ended.code).toBe(3)
  expect(ended.out).toMatch(/^Exit code 3: [^\n]* a response broke off halfway/m)
  expect(await standing(runOf(ended.out))).toEqual({ containers: [], networks: [], volumes: [] })
})

test('when containers are to be removed: the run says what is left, and how to find it', async () => {
  const out = emptyFolder()
  const engine = { DOCKER_HOST: await breaking(/^GET \/containers\/json\?all=true/, 1) }
  const ended = await runImage(['--image', 'reference', '--only', 'settings.getIp'], out, undefined, engine)
  const run = runOf(ended.out)
  expect(ended.out).toMatch(
    new RegExp(`could not be removed: what bears the label touchstone.run=${run}: what the run`),
  )
  const { containers } = await standing(run)
  expect(containers).toHaveLength(1)
  await Promise.all(containers.map((id) => docker().getContainer(id).remove({ force: true, v: true })))
})
