import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

const names = z.record(z.string(), z.string())
const manifest = z
  .object({ dependencies: names, devDependencies: names, peerDependencies: names })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const table = readFileSync('CONTRIBUTING.md', 'utf8').split('## Dependencies')[1]?.split('\n## ')[0] ?? ''
const told = [...table.matchAll(/^\| (.*?) +\|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])

test('CONTRIBUTING.md says why each dependency is here, and names no other', () => {
  const { dependencies, devDependencies, peerDependencies } = manifest
  const all = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
  expect(all.length).toBeGreaterThan(30)
  expect(new Set(told.map(([, name]) => name))).toEqual(new Set(all))
  expect(told).toHaveLength(all.length)
})

test('an optional peer is one version for those who install it and for the tests', () => {
  for (const [name, version] of Object.entries(manifest.peerDependencies))
    expect(manifest.devDependencies[name], name).toBe(version)
})
