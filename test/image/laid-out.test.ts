/** What the image of the reference server holds is enough to run it, which needs no container engine to be seen. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { layOut } from '../../fixtures/image/reference-image.ts'
import { cleanEnvironment } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'

test('the server starts from the files and packages of the image alone', async () => {
  const folder = emptyFolder()
  layOut(folder)
  const env = cleanEnvironment({ HOST: '127.0.0.1', PORT: '0' })
  const server = spawn(process.execPath, ['fixtures/reference/start.js'], { cwd: folder, env })
  let printed = ''
  const ended = once(server, 'close')
  const listens = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (printed.includes('\nlistening ')) resolve()
      })
  })
  try {
    await Promise.race([listens, ended])
    expect(printed).toMatch(/^token \S+\ntarget .+\nlistening http:\/\/127\.0\.0\.1:\d+\n$/)
  } finally {
    server.kill()
    await ended
  }
})
