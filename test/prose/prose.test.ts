/** The rules of prose bite, and what people read keeps them (`npm run prose` is part of the gate). */
import { describe, expect, test } from 'vitest'
import { allMessages, messagesIn } from './messages.ts'
import { problemsOf, wordsOf } from './rules.ts'
import { allTexts, textsOf } from './texts.ts'

describe('a sentence', () => {
  test.each([
    ['is too long', `One ${'more and '.repeat(10)}ends here.`, /words, at most 20/],
    ['holds a word of our list', 'This is reckoned anew.', /write 'again'/],
    ['uses no word of HTTP', 'The server labels every answer.', /write 'response'/],
    ['repeats a word', 'The the server rejects it.', /"the" is repeated/],
    ['is wordier than need be', 'Touchstone does this in order to delete it.', /wordy/],
  ])('that %s is a problem', (_, text, problem) => {
    expect(problemsOf(text).join('\n')).toMatch(problem)
  })

  test('that is plain is none, and neither is a list of names', () => {
    expect(problemsOf('The server rejects the request.')).toEqual([])
    expect(problemsOf(`It lists ${'`a.name`, '.repeat(20)}and more.`)).toEqual([])
  })

  test('is judged without what stands in code spans', () => {
    expect(problemsOf('The check `records/namesake` rejects it.')).toEqual([])
    expect(problemsOf('The namesake is rejected.')).not.toEqual([])
  })
})

test('a message is read without comments, names and what a template puts in', () => {
  const code = "// the answer came\nconst id = 'no answer'\nsay(`the answer of ${id} is late`, 'a record is gone')\n"
  expect(messagesIn('a.ts', code).map(({ text }) => text)).toEqual(['the answer of Name is late', 'a record is gone'])
})

test('messages use the words of the field', () => {
  const found = allMessages().flatMap(({ at, text }) => wordsOf(text).map((problem) => `${at}: ${problem}`))
  expect(found).toEqual([])
})

test('paragraphs, lists, headings and tables of a page are looked at, code is not', () => {
  const page = '# Head\n\nText `code`.\n\n- item\n\n```sh\ntouchstone run\n```\n\n| a | b |\n| - | - |\n| c | d |\n'
  expect(textsOf('p.md', page).map(({ text }) => text)).toEqual(['Head', 'Text `code`.', 'item', 'a', 'b', 'c', 'd'])
})

test('pages, help, claims, clauses and faults are looked at', async () => {
  const places = (await allTexts()).map(({ at }) => at)
  for (const part of [
    'README.md:',
    'CONTRIBUTING.md:',
    'docs/safety.md:',
    '--help of run',
    'check auth/',
    'clause ERR-1',
    'fault auth/',
  ])
    expect(places.some((at) => at.startsWith(part))).toBe(true)
})
