import { expect, test } from 'vitest'
import { compareReports } from '../../../reports/compare/compare.ts'
import { formatted } from '../../../reports/compare/forms.ts'
import { compareDocument } from '../../../reports/compare/describe-compare.ts'
import { nasty } from '../hostile.ts'
import { whole } from '../certificate/samples.ts'

const observed = (status: number, id: string) => ({
  unknownIds: [{ status, code: 'NOT_FOUND', message: 'no' }],
  ways: { 'null is sent for a text': { refused: 3, taken: status === 404 ? 0 : 2, outliers: [] } },
  answers: {
    statuses: { 'no token': { '401': 9, '403': 1 } },
    codes: { 'no token': { UNAUTHORIZED: 9 } },
    shapes: { create: { 'an object': 4 } },
    identifiers: { sqla: { [id]: 4 } },
  },
})
const timings = { 'sqla.one': { answers: 3, p50: 2, p95: 5, max: 9 } }
const [one, other] = [
  whole([], { observed: observed(404, 'UUID'), timings }),
  whole([], { observed: observed(400, '12 digits'), target: { ...whole().target, baseUrl: 'http://c.d' } }),
]

test('answers each question for each target, and says where they differ', () => {
  const { topics, targets } = compareReports([one, other])
  expect(targets.map(({ name }) => name)).toEqual(['http://a.b', 'http://c.d'])
  expect(Object.fromEntries(topics.map(({ topic, questions }) => [topic, questions]))).toEqual({
    'Status by kind of error': [
      { question: 'an unknown identifier', answers: ['404', '400'], differs: true },
      { question: 'no token', answers: ['401, 403', '401, 403'], differs: false },
    ],
    Codes: [
      { question: 'an unknown identifier', answers: ['NOT_FOUND', 'NOT_FOUND'], differs: false },
      { question: 'no token', answers: ['UNAUTHORIZED', 'UNAUTHORIZED'], differs: false },
    ],
    'Shapes of responses': [{ question: 'create', answers: ['an object', 'an object'], differs: false }],
    'Forms of identifiers': [{ question: 'sqla', answers: ['UUID', '12 digits'], differs: true }],
    Strictness: [{ question: 'null is sent for a text', answers: ['refused', 'refused by 3 of 5'], differs: true }],
    Timings: [
      { question: 'all operations', answers: ['2 ms, 95 of 100 within 5 ms', ''], differs: false },
      { question: 'sqla', answers: ['2 ms, 95 of 100 within 5 ms', ''], differs: false },
    ],
  })
})

test('what a target says breaks no form', () => {
  const bad = whole([], {
    observed: { answers: { shapes: { [nasty]: { [nasty]: 1 } } }, ways: { [nasty]: 7 }, unknownIds: nasty },
  })
  const comparison = compareReports([one, bad])
  const page = formatted(compareDocument(comparison), comparison, 'html')
  expect(page).not.toMatch(/<(?:script|img|svg|iframe)/)
  expect(formatted(compareDocument(comparison), comparison, 'markdown')).not.toMatch(/<script|@everyone/)
})
