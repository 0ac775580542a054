/** `npm run mutants:publish`: writes docs/mutants.* and the README's short form from what was judged. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { instrument, ROOT, serverNames, sourcesOf } from './instrument.ts'
import { page, shortForm } from './page.ts'
import { sampled } from './sample.ts'
import { keptOf, type MutantRow } from './rows.ts'
import type { Published } from './score.ts'

const section = /(<!-- mutants: [^>]*-->\n)[^]*?(\n<!-- end of the mutants -->)/

/** What stands published, server by server. */
const already = JSON.parse(readFileSync(join(ROOT, 'docs/mutants.json'), 'utf8')) as readonly Published[]

/** What was judged of each server, in the order of the sample, so that what is left out of it is the same for everybody; what was not judged here stays as it was. */
async function collect(seed: number): Promise<readonly Published[]> {
  const found: Published[] = []
  for (const server of serverNames) {
    const kept = keptOf(server)
    if (!existsSync(kept)) {
      found.push(...already.filter((one) => one.server === server))
      continue
    }
    const rows = new Map((JSON.parse(readFileSync(kept, 'utf8')) as readonly MutantRow[]).map((row) => [row.id, row]))
    const { mutants } = await instrument(sourcesOf(server))
    const order = sampled(mutants, null, seed)
    const last = order.findIndex(({ id }) => !rows.has(id))
    const judged = order.slice(0, last === -1 ? undefined : last).flatMap(({ id }) => rows.get(id) ?? [])
    found.push({ server, seed, made: mutants.length, rows: judged })
  }
  return found
}

const published = await collect(1)
const at = (path: string) => join(ROOT, path)
const readme = readFileSync(at('README.md'), 'utf8')
if (!section.test(readme)) throw new Error('the README has no place for the mutants')
writeFileSync(at('docs/mutants.json'), `${JSON.stringify(published, null, 1)}\n`)
writeFileSync(at('docs/mutants.md'), page(published))
writeFileSync(
  at('README.md'),
  readme.replace(section, (_, begin: string, end: string) => `${begin}\n${shortForm(published)}\n${end}`),
)
