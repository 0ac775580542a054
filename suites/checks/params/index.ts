import type { AnyCheck } from '../check.ts'
import { bodyConsistency } from './bodies.ts'
import { noEffect } from './effects.ts'
import { encoding } from './encoding.ts'
import { labelled } from './labelled.ts'
import { missing } from './missing.ts'
import { optionalChecks } from './optional.ts'
import { wrongType } from './types.ts'
import { spaced } from './spaced.ts'
import { unknownId } from './unknown.ts'

/** What is sent, what may be left out, and what is made of it. */
export const paramChecks: readonly AnyCheck[] = [
  missing,
  wrongType,
  ...bodyConsistency,
  labelled,
  spaced,
  ...optionalChecks,
  unknownId,
  encoding,
  noEffect,
]
