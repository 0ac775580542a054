/**
 * The command line in few files, for the processes that tests start: each of them would load seven hundred modules, and take a third
 * of a second of a core for it. Named in vitest.config.ts. Commands of the pages are run as they are, from the sources.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
/** One place for all runs of the tests, laid out like the package: Node keeps what it compiled by the name of the file. */
const folder = join(root, 'node_modules/.cache/touchstone-bundled')
const built = join(folder, 'dist/cli')
/** What a process or a thread begins with; all stand in one folder, where those that open a thread look for it. */
const entries = ['cli/main.ts', 'suites/groups/thread.ts', 'suites/prove/job.ts']
const openers = ['suites/groups/open-thread.ts', 'suites/prove/threads.ts'].map((name) => join(root, name))
/** They are loaded by few commands, or look for files of their own: from where they are. */
const apart = ['piscina', 'selfsigned', 'testcontainers', 'vite']

/** A module is told that it stands where its source stands: what it looks for beside itself is there. */
const standing: Plugin = {
  name: 'where a module stands',
  transform: (code, id) =>
    code.includes('import.meta.url') && !openers.includes(id)
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
}

async function filesOf(): Promise<ReadonlyMap<string, string>> {
  const made = await build({
    root,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [standing],
    ssr: { noExternal: true, external: apart },
    build: {
      ssr: true,
      write: false,
      target: 'node22',
      minify: false,
      rolldownOptions: {
        input: entries.map((name) => join(root, name)),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  const outputs = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  return new Map(outputs.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.code] as const] : [])))
}

/** Puts it there at one moment: another run of the tests may be reading it. */
function put(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, file)
}

/** The environment says where it is, to the workers that tests run in. */
export default async function setUp(): Promise<void> {
  if (process.env['TOUCHSTONE_BUNDLED'] !== undefined) return
  for (const [name, code] of await filesOf()) put(join(built, name), code)
  // Else Node would look into each file for what kind of module it is.
  put(join(folder, 'package.json'), '{ "type": "module" }')
  const entryPoint = join(folder, 'cli/touchstone.js')
  put(entryPoint, readFileSync(join(root, 'cli/touchstone.js'), 'utf8'))
  process.env['TOUCHSTONE_BUNDLED'] = entryPoint
}
