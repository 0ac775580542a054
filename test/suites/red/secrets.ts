/** Secrets that a read shows, and what stands beside them. */
import { census, writtenField, type Pair } from './pair.ts'

/** A password in plain words, and what is shown of the other one. */
const beside = (other: unknown) =>
  census({
    writtenFields: [
      writtenField({ field: 'databasePassword', shown: 'a' }),
      writtenField({ field: 'databaseRootPassword', written: 'b', shown: other }),
    ],
  })

export const secretPairs: Readonly<Record<string, Pair>> = {
  'values/open-secrets': { operation: 'sqlc.create', good: beside('b'), bad: beside(null) },
}
