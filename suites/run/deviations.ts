import type { RunOptions } from '../../schemas/target.ts'

/** Where the target is spoken to otherwise than the specification says. */
export function deviations({ target, tls }: RunOptions): readonly string[] {
  const found: string[] = []
  if (target.auth.header.toLowerCase() !== 'authorization')
    found.push(`the token goes in the header ${target.auth.header}`)
  if (target.auth.scheme !== 'Bearer') found.push(`the token's scheme is '${target.auth.scheme}'`)
  if (target.omit.length > 0) found.push(`partial: the target file omits ${target.omit.join(', ')}`)
  if (tls?.insecure) found.push('insecure: the certificate of whoever answers is not checked (--insecure)')
  return found
}
