declare module 'write-good' {
  interface Suggestion {
    readonly index: number
    readonly offset: number
    readonly reason: string
  }
  type Check = 'passive' | 'illusion' | 'so' | 'thereIs' | 'weasel' | 'adverb' | 'tooWordy' | 'cliches' | 'eprime'
  export default function writeGood(
    text: string,
    options?: Partial<Record<Check, boolean>> & { readonly whitelist?: readonly string[] },
  ): readonly Suggestion[]
}
