import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareOut } from '../../cli/steps/out.ts'
import { emptyFolder } from '../folder.ts'

test('makes the folder of the reports and those above it', () => {
  const folder = join(emptyFolder(), 'a', 'b')
  prepareOut(folder)
  expect(existsSync(folder)).toBe(true)
})

test.skipIf(!existsSync('/proc/self'))('refuses a folder where the system makes none, and does not hang', () => {
  expect(() => prepareOut('/proc/x/y')).toThrow(/--out \/proc\/x\/y can't be used as a folder: there is no such file/)
})
