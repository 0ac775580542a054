/**
 * Whether fuzzing accuses a server that keeps the specification: every legal variant, and the reference server itself, under
 * ten seeds in a row with the default number of tries. Takes half an hour on two cores; `npm run bench:fuzz -- params`
 * judges the variants of a family alone.
 */
import { chosen } from '../../suites/prove/chosen.ts'
import { openThreads } from '../../suites/prove/threads.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const accusing = new Set(['fail', 'warn', 'error'])

const only = process.argv.slice(2)
const { variants } = chosen(only)
const servers = [...(only.length === 0 ? [{}] : []), ...variants.map(({ id }) => ({ variant: id }))]
const started = performance.now()
const threads = openThreads()
const say = (line: string) => process.stdout.write(`${line}\n`)
const judgedBy = async (server: { readonly variant?: string }, seed: number): Promise<boolean> => {
  const { said, trouble } = await threads.run({ ...server, only: ['fuzz'], seed, fuzz: true })
  const accusations = said.filter(({ verdict }) => accusing.has(verdict))
  const wrong = [...accusations.map(({ id, verdict, message }) => `${verdict} ${id}: ${message}`), ...trouble]
  for (const one of wrong) say(`${server.variant ?? 'the reference server'}, seed ${seed}: ${one}`)
  return wrong.length === 0
}
const all = await Promise.all(servers.flatMap((server) => SEEDS.map((seed) => judgedBy(server, seed))))
await threads.close()
const accused = all.filter((clean) => !clean).length
say(`servers             ${servers.length}, under ${SEEDS.length} seeds each`)
say(`runs accused        ${accused} of ${all.length}`)
say(`took                ${((performance.now() - started) / 1000).toFixed(0)} s`)
if (accused > 0) process.exitCode = 1
