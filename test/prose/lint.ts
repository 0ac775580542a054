/** `npm run prose`: plain English in what people read, messages included. Exit code 1 if a text breaks a rule. */
import { allMessages } from './messages.ts'
import { problemsOf, wordsOf } from './rules.ts'
import { allTexts } from './texts.ts'

const texts = await allTexts()
const found = [
  ...texts.flatMap(({ at, text }) => problemsOf(text).map((problem) => `${at}: ${problem}`)),
  ...allMessages().flatMap(({ at, text }) => wordsOf(text).map((problem) => `${at}: ${problem}`)),
]
const unique = [...new Set(found)]
for (const line of unique) process.stderr.write(`${line}\n`)
if (unique.length > 0) {
  process.stderr.write(`${unique.length} places are no plain English; test/prose/words.ts has our list of words\n`)
  process.exitCode = 1
}
