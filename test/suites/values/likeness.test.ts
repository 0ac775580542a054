import { describe, expect, it } from 'vitest'
import { likeness } from '../../../suites/values/likeness.ts'

const altered = (written: string, shown: string) =>
  [...likeness('owner', written, shown).altered].flatMap(([what, was]) => (was ? [what] : []))

describe('a text that is shown otherwise than it was written', () => {
  it.each([
    ['cut', 'abcdef', 'abc'],
    ['escaped', 'a&b', 'a&amp;b'],
    ['without what is astral', 'a\u{1f600}b', 'ab'],
    ['with question marks', 'a\u{1f600}b', 'a??b'],
    ['ended by NUL', 'a\0b', 'a'],
    ['decoded twice', 'a+b', 'a b'],
    ['another', 'abc', 'abd'],
  ])('%s is another', (_what, written, shown) => {
    expect(likeness('owner', written, shown).alike).toBe(false)
  })

  it.each([
    ['trimmed', '\tAb ', 'Ab', ['white space at its ends']],
    ['trimmed of what is not ASCII', '\u00a0Ab\u3000', 'Ab', ['white space beyond ASCII at its ends']],
    ['trimmed of both', '\u00a0Ab ', 'Ab', ['white space at its ends', 'white space beyond ASCII at its ends']],
    ['trimmed of ASCII alone', ' Ab\u3000', 'Ab\u3000', ['white space at its ends']],
    ['with other line ends', 'a\r\nb', 'a\nb', ['its line ends']],
    ['composed', 'e\u0301', '\u00e9', ['its Unicode form']],
    ['in small letters', 'Stra\u00dfe', 'STRASSE', ['its letters of either case']],
    ['the same', ' A\r\n ', ' A\r\n ', []],
  ])('%s is alike', (_what, written, shown, what) => {
    expect(likeness('owner', written, shown).alike).toBe(true)
    expect(altered(written, shown)).toEqual(what)
  })

  it('may be a path in its shortest form', () => {
    expect(likeness('mountPath', '/a/b/../c', '/a/c').alike).toBe(true)
    expect(likeness('owner', '/a/b/../c', '/a/c').alike).toBe(false)
  })

  it.each(['/a/\u3000', '\u3000/a/ ', '/a/./\u00a0'])(
    'may be the path %j, trimmed before it is shortened',
    (written) => {
      const { alike, altered: seen } = likeness('mountPath', written, '/a')
      expect([alike, [...seen].some(([, was]) => was)]).toEqual([true, true])
      expect(likeness('mountPath', written, '/b').alike).toBe(false)
    },
  )
})

it('a path may be shown from the root where it was written without, and not the other way', () => {
  expect(likeness('mountPath', '\u3000/a', '/\u3000/a').alike).toBe(true)
  expect([...likeness('mountPath', 'a\u3000', '/a\u3000').altered.values()]).toEqual([false])
  expect(likeness('mountPath', '/a', 'a').alike).toBe(false)
  expect(likeness('imagePrefix', 'a', '/a').alike).toBe(false)
})

it('a path inside a repository may be shown without the slash before it, and a prefix with one after it', () => {
  expect(likeness('buildContextPath', '/a', 'a').alike).toBe(true)
  expect(likeness('buildContextPath', '/a', 'b').alike).toBe(false)
  expect(likeness('imagePrefix', 'a', 'a/').alike).toBe(true)
})

it('numbers are held against each other by value', () => {
  expect(likeness('externalPort', 2 ** 31, 2 ** 31).alike).toBe(true)
  expect(likeness('externalPort', 2 ** 31, String(2 ** 31)).alike).toBe(true)
  expect(likeness('externalPort', 2 ** 31, -(2 ** 31)).alike).toBe(false)
})
