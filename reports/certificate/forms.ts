/** The files of a certificate: for machines, for people, and for a README. */
import type { KeyObject } from 'node:crypto'
import { makeBadge } from 'badge-maker'
import type { Conformance, Statement } from '../../schemas/certificate.ts'
import { canonical } from '../../schemas/digest.ts'
import { seal, written } from './envelope.ts'
import { certificatePage } from './page.ts'

const colors: Readonly<Record<Conformance, string>> = {
  conforms: 'brightgreen',
  'conforms in part': 'yellow',
  'does not conform': 'red',
}

/** What the certificate says, and nothing else. */
export function certificateBadge({ predicate }: Statement): string {
  const { verdict } = predicate.touchstone_certified
  return makeBadge({ label: 'conformance', message: verdict, color: colors[verdict] })
}

/** Each by its name, as text. */
export function certificateForms(
  statement: Statement,
  key: KeyObject | null,
): readonly (readonly [name: string, text: string])[] {
  return [
    ['certificate.json', written(seal(Buffer.from(canonical(statement)), key))],
    ['certificate.html', certificatePage(statement)],
    ['certificate.svg', `${certificateBadge(statement)}\n`],
  ]
}
