/** What is wrong with a text that people read: sentences too long, words of our list, and what write-good finds. */
import writeGood from 'write-good'
import { words } from './words.ts'

/** A sentence of more words has more than one idea. */
const MOST_WORDS = 20

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Names, options and paths count as one word, and never as a word of a list. */
const masked = (text: string) => {
  let names = 0
  return text.replaceAll(/`[^`]*`|[“"][^”"]*[”"]/g, () => `Name${(names += 1)}`)
}

/** A colon and a semicolon end a thought as a full stop does. */
const parts = (text: string): readonly string[] =>
  [...sentences.segment(masked(text).replaceAll(/\s+/g, ' '))].flatMap(({ segment }) => segment.split(/[:;] | → /))

/** A list of names is no sentence. */
const isList = (part: string) => (part.match(/,/g)?.length ?? 0) >= 4

const countOf = (part: string) => part.split(' ').filter((word) => /\w/.test(word)).length

/** Ordinary words that write-good holds for wordy. */
const ordinary = new Set(
  (
    'it is, it was, there is, there are, all of, in between, however, therefore, type, multiple, monitor, function, method, ' +
    'parameter, parameters, option, request, provided, contains, identical, limited, remain, submit, validate, requirement'
  ).split(', '),
)
const isOrdinary = (reason: string) => ordinary.has((/^"(.*)" is wordy/.exec(reason)?.[1] ?? '').toLowerCase())

/** What stands in our list of words: all that a message is asked, which is often a part of a sentence. */
export function wordsOf(text: string): readonly string[] {
  const plain = masked(text)
  return words.flatMap(([found, instead]) => {
    const hit = found.exec(plain)
    return hit ? [`'${hit[0]}': write '${instead}' (${around(plain, hit.index)})`] : []
  })
}

export function problemsOf(text: string): readonly string[] {
  const long = parts(text)
    .filter((part) => !isList(part) && countOf(part) > MOST_WORDS)
    .map((part) => `${countOf(part)} words, at most ${MOST_WORDS}: ${part.trim()}`)
  const plain = masked(text)
  const theirs = writeGood(plain, {
    passive: false,
    weasel: false,
    adverb: false,
    so: false,
    thereIs: false,
    eprime: false,
  })
    .filter(({ reason }) => !isOrdinary(reason))
    .map(({ reason, index }) => `${reason} (${around(plain, index)})`)
  return [...long, ...wordsOf(text), ...theirs]
}

const around = (text: string, at: number) => `…${text.slice(Math.max(0, at - 25), at + 35).replaceAll(/\s+/g, ' ')}…`
