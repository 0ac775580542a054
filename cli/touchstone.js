#!/usr/bin/env node
// What the command starts. Plain old JavaScript, so that a Node too old for the rest can still read it and say so.
import { existsSync } from 'fs'
import nodeModule from 'module'
import { homedir } from 'os'
import { join } from 'path'
import { fileURLToPath } from 'url'

const NEEDED = [22, 19]

function tooOld(version) {
  const own = version.split('.').map(Number)
  return own[0] < NEEDED[0] || (own[0] === NEEDED[0] && own[1] < NEEDED[1])
}

// Node keeps what it compiles beside the k6 that load builds: a start takes half the time. What anybody can write to, as the
// system's temporary files, is no place for code. The variable tells the threads. NODE_DISABLE_COMPILE_CACHE=1 ends both.
function keepCompiled() {
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const { directory } = nodeModule.enableCompileCache(join(caches, 'touchstone', 'compiled'))
  if (directory) process.env.NODE_COMPILE_CACHE = directory
}

// Node ends with 0 once nothing is left to wait for, and a run without a result would look like one that passed.
// A command that has something to take down hears of it first, and goes on.
function standstill() {
  if (process.listenerCount('beforeExit') > 1) return
  process.stderr.write("touchstone: a defect of Touchstone's own: it ended halfway, with nothing left to wait for\n")
  process.exitCode = 3
}

function open() {
  const version = process.versions.node
  if (tooOld(version)) {
    process.stderr.write(
      'touchstone: Node ' +
        NEEDED.join('.') +
        ' or newer is needed and this is Node ' +
        version +
        ': install a newer Node, or in a clone use npx touchstone, which brings its own.\n',
    )
    process.exitCode = 2
    return
  }
  keepCompiled()
  process.on('beforeExit', standstill)
  // Node strips no types inside node_modules, so the package carries compiled JavaScript; a clone needs no build.
  const source = new URL('./main.ts', import.meta.url)
  const built = new URL('../dist/cli/main.js', import.meta.url)
  const installed = /[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url))
  const useBuilt = existsSync(built) && (installed || !existsSync(source))
  import((useBuilt ? built : source).href).catch(function (error) {
    process.off('beforeExit', standstill)
    process.stderr.write('touchstone: could not start: ' + (error && error.stack ? error.stack : error) + '\n')
    process.exitCode = 3
  })
}

open()
