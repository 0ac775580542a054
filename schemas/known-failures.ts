import type { KnownFailure, TargetFile } from './target.ts'

/** The entries of a target file, one for each id of a list. */
export const knownFailures = (file: TargetFile): readonly KnownFailure[] =>
  (file.known ?? []).flatMap(({ id, ...rest }) => [id].flat().map((one) => ({ id: one, ...rest })))
