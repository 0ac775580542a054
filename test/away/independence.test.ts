import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../fixtures/away')

it('the away server imports its own files and Node, and nothing else', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(40)
  const foreign = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const imported = [...text.matchAll(/\bfrom '([^']+)'|\bimport\(?\s*'([^']+)'/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    )
    const outside = imported.filter((name) =>
      name.startsWith('.')
        ? relative(ROOT, join(ROOT, dirname(file), name)).startsWith('..')
        : !name.startsWith('node:'),
    )
    return outside.map((name) => `${file}: ${name}`)
  })
  expect(foreign).toEqual([])
})
