/** What is drawn from an operation's id: each form comes often enough among the operations that there are. */
import { describe, expect, it } from 'vitest'
import { placeCredential, type BadCredential } from '../../../fixtures/http/credentials.ts'
import { formOf } from '../../../fixtures/payload/draw.ts'
import { subjectField } from '../../../fixtures/payload/payload.ts'
import { operations, type Operation } from '../../../schemas/registry.ts'
import { withBadCredential, unusual } from '../../../suites/evidence/requests/stimuli.ts'
import { families } from '../../../suites/evidence/variations/variation.ts'
import { variationsOf } from '../../../suites/evidence/variations/vary.ts'
import { TOKEN } from '../../fixtures/tiny.ts'

/** How many operations are given each form. */
function counts(formsOf: (operation: Operation) => readonly unknown[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const form of operations.flatMap(formsOf)) {
    const key = JSON.stringify(form)
    found.set(key, (found.get(key) ?? 0) + 1)
  }
  return found
}

const all = new Set([...families, 'provoke'] as const)
const variations = (operation: Operation) => variationsOf(operation, all, true)

describe('of what is drawn from the id of an operation', () => {
  it.each<[BadCredential, number]>([
    ['wrong-token', 4],
    ['wrong-scheme', 7],
    ['token-prefix', 5],
    ['longer-token', 2],
    ['basic-credentials', 3],
    ['disguised-token', 6],
    ['placeholder-token', 9],
  ])('each form of the bad credential %s is sent to ten operations or more', (credential, forms) => {
    const sent = counts((one) => [
      placeCredential(credential, TOKEN, 'Bearer', [], undefined, formOf(one)).authorization,
    ])
    expect(sent.size).toBe(forms)
    expect(Math.min(...sent.values())).toBeGreaterThanOrEqual(10)
  })

  it('each form of a request without a token goes to ten operations or more', () => {
    const sent = counts((one) => {
      const { form, chunked } = withBadCredential(one, 'unusual-request')
      return one.body === null ? [] : [form ?? chunked ?? 'plain']
    })
    expect(sent.size).toBe(3)
    expect(Math.min(...sent.values())).toBeGreaterThanOrEqual(10)
  })

  it('each thing that other clients say that they take is said to ten operations or more', () => {
    const said = (one: Operation) =>
      unusual(one, true).flatMap(({ headers }) => (headers && 'accept' in headers ? [headers['accept']] : []))
    const sent = counts((one) => said(one).filter((accept) => !accept?.startsWith('text/html')))
    expect(sent.size).toBe(7)
    expect(Math.min(...sent.values())).toBeGreaterThanOrEqual(10)
  })

  it('a browser’s words go to every operation, of the writes to ten and more in either form of body', () => {
    const browsing = (one: Operation) =>
      unusual(one, true).filter(({ headers }) => headers?.['accept']?.startsWith('text/html'))
    const written = operations.filter((one) => unusual(one, true).some(({ chunked }) => chunked))
    expect(written.filter((one) => browsing(one).length !== 1)).toEqual([])
    for (const isChunked of [true, false]) {
      const some = written.filter((one) => browsing(one).some(({ chunked }) => (chunked === true) === isChunked))
      expect(some.length).toBeGreaterThanOrEqual(10)
    }
  })

  it('each way to give a parameter several times goes to five reads or more', () => {
    const sent = counts((one) => variations(one).flatMap(({ of, call }) => (of === 'several' ? [call.encode] : [])))
    expect(sent.size).toBe(2)
    expect(Math.min(...sent.values())).toBeGreaterThanOrEqual(5)
  })

  it('an empty identifier goes to eight reads or more', () => {
    const sent = counts((one) => variations(one).flatMap(({ family }) => (family === 'empty-id' ? [family] : [])))
    expect(Math.min(...sent.values())).toBeGreaterThanOrEqual(8)
  })

  it('each body that is no object goes to ten writes or more', () => {
    const sent = counts((one) =>
      variations(one).flatMap(({ family, kind }) => (family === 'not-an-object' ? [kind] : [])),
    )
    expect(sent.size).toBe(4)
    expect(Math.min(...sent.values())).toBeGreaterThanOrEqual(10)
  })

  it('a body that is no JSON at all goes to ten writes or more, and one that is cut off to all', () => {
    const sent = counts((one) =>
      variations(one).flatMap(({ family, kind }) => (family === 'malformed-json' ? [kind] : [])),
    )
    const writes = operations.filter((one) => variations(one).some(({ family }) => family === 'malformed-json'))
    expect(sent.get('"cut off"')).toBe(writes.length)
    expect(sent.get('"no JSON at all"')).toBeGreaterThanOrEqual(10)
  })

  it('each near miss of an identifier goes to ten operations or more', () => {
    const sent = counts((one) =>
      variations(one).flatMap(({ family, of, kind }) =>
        family === 'wrong-type' && of === subjectField(one) && of.endsWith('Id') ? [kind] : [],
      ),
    )
    expect(sent.size).toBe(4)
    expect(Math.min(...sent.values())).toBeGreaterThanOrEqual(10)
  })
})
