/** Words for tests of reports: the real ones of clauses, one claim for every check. */
import { findClause } from '../../schemas/clauses.ts'

export const words = {
  claim: (check: string) =>
    check.startsWith('values/') ? 'SHOULD show what was acknowledged' : 'MUST refuse a request without the header',
  says: (id: string) => findClause(id)?.says,
}
