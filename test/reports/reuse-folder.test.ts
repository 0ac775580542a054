import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dropSpareFolder, setAside, writeFolder } from '../../reports/reuse-folder.ts'
import { emptyFolder } from '../folder.ts'

const inode = (file: string) => statSync(file).ino

/** All files of a folder, by name. */
const held = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

test('an earlier file is written over, whether what comes is longer or shorter', () => {
  const folder = join(emptyFolder(), 'many')
  for (const text of ['an ü in it', 'a', 'a much longer one']) {
    writeFolder(folder, [['first', text]])
    const before = inode(join(folder, 'first'))
    writeFolder(folder, [['second', `${text}!`]])
    expect(held(folder)).toEqual({ second: `${text}!` })
    expect(inode(join(folder, 'second'))).toBe(before)
  }
})

test('what is set aside is out of sight, and goes', () => {
  const out = emptyFolder()
  const folder = join(out, 'many')
  for (let round = 0; round < 2; round++) {
    writeFolder(folder, [
      ['a', 'a'],
      ['b', 'b'],
    ])
    setAside(folder)
    expect(readdirSync(out)).toEqual(['.many.old'])
    writeFolder(folder, [['a', 'a']])
    expect(readdirSync(join(out, '.many.old'))).toHaveLength(1)
  }
  dropSpareFolder(folder)
  expect(readdirSync(out)).toEqual(['many'])
})

test('a file that somebody keeps under a second name stays as it is, and so does what a link leads to', () => {
  const out = emptyFolder()
  const folder = join(out, 'many')
  mkdirSync(folder)
  writeFileSync(join(out, 'theirs'), 'theirs')
  symlinkSync(join(out, 'theirs'), join(folder, 'link'))
  writeFileSync(join(folder, 'kept'), 'kept')
  linkSync(join(folder, 'kept'), join(out, 'copy'))
  mkdirSync(join(folder, 'deeper'))
  writeFolder(folder, [
    ['a', 'new'],
    ['b', 'new'],
  ])
  expect(held(folder)).toEqual({ a: 'new', b: 'new' })
  expect(readFileSync(join(out, 'theirs'), 'utf8')).toBe('theirs')
  expect(readFileSync(join(out, 'copy'), 'utf8')).toBe('kept')
})
