import { expect, test } from 'vitest'
import { entriesOf } from '../../../reports/model/entries.ts'
import { summary } from '../../../reports/screen/terminal.ts'
import { report, result } from '../samples.ts'

const words = { claim: () => undefined, says: () => undefined }
const tell = (...of: Parameters<typeof report>) => summary(report(...of), 'r.json', '', words, (_style, text) => text)

const results = [
  result('sqla.create', 'inconclusive', { entry: { lookup: { sqla: { path: '…' } } } }),
  result('sqlb.create', 'inconclusive', {
    entry: { lookup: { sqlb: { path: '…' } }, identifiers: { projectId: '…' } },
  }),
  result('user.all', 'inconclusive'),
  result('user.all', 'pass'),
]

test('entries become one that can be pasted', () => {
  expect(entriesOf(results)).toEqual({
    count: 2,
    file: { lookup: { sqla: { path: '…' }, sqlb: { path: '…' } }, identifiers: { projectId: '…' } },
  })
})

test('they are printed, ready to paste; where there is nothing to paste, nothing is', () => {
  const told = tell(results)
  expect(told).toContain('To decide 2 inconclusive results, fill in and add to the target file:\n{\n  "lookup": {')
  const [, pasted = ''] = /target file:\n(\{.*?\n\})/s.exec(told) ?? []
  expect(JSON.parse(pasted)).toEqual(entriesOf(results).file)
  expect(tell([result('user.all', 'inconclusive')])).not.toContain('To decide')
})

test('entries of known that do not hold are told', () => {
  expect(tell([result('user.all', 'pass')], { unheld: ["known 'x': gone"] })).toMatch(/^ {2}known 'x': gone$/m)
})

test('an operation stands in the words of both', () => {
  const told = tell([result('sqla.create', 'fail', { words: 'maria.make', got: '500' })])
  expect(told).toMatch(/on +sqla\.create \(maria\.make\)$/m)
})
