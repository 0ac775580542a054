/** What a target was seen to do where the specification is silent, as a shard's report holds it. */
export interface Voted {
  /** Votes on one question are held against each other: 'a listed body field is left out'. */
  readonly question: string
  /**
   * Wider questions that this one is a case of, the narrowest first: a lone taker among too few votes to agree on anything is
   * held against the first of these that enough were asked (docs/judgement.md, rule 8).
   */
  readonly wider?: readonly string[]
  /** The field that was asked of, and its stated type. */
  readonly field?: { readonly name: string; readonly type: string }
  /** What of the operation it was asked of: a field, a form of the body. */
  readonly of: string
  /** What the target did, in a word or two that follow 'is' or 'are': 'refused', 'taken'. */
  readonly way: 'refused' | 'taken'
  /** How the two ways are called, where these words do not fit. */
  readonly words?: { readonly refused: string; readonly taken: string }
  /**
   * Situations that it was asked in. Where the target takes anything in one of them, whoever takes something there goes its way
   * (docs/judgement.md, rule 8).
   */
  readonly within?: readonly string[]
  /** Situations in which who takes this takes anything. */
  readonly frees?: readonly string[]
  /** What it did with the same request a second time; sent only where it was taken. */
  readonly again?: 'refused' | 'taken'
  /** How many takers are few, where fewer than one in eight: where some may well be optional. */
  readonly few?: number
  /**
   * Nobody is free to do so, whatever others do: what it is where the like of the same `of` is `refused` elsewhere, and what
   * where it is taken everywhere.
   */
  readonly wrong?: {
    readonly elsewhere: 'MUST' | 'SHOULD'
    readonly everywhere: 'SHOULD' | { readonly reason: string; readonly supply: string }
  }
}
