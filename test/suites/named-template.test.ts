/** A target file may name the template to deploy; nobody is accused of not knowing one that is not listed. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

it.each([
  ['whoami', 'pass'],
  ['nobody-has-this', 'inconclusive'],
])('a template %s that the target file names: %s', async (id, expected) => {
  const { results } = await runOn({
    target: { sample: { 'compose.deployTemplate': { id } } },
    options: { only: ['compose.deployTemplate'], skip: ['fuzz/*'] },
  })
  expect(results.find((one) => one.check === 'templates/taken')?.verdict).toBe(expected)
  expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
})
