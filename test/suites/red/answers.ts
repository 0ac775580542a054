/** Single answers: what the monitors take and refuse. */
import { answerOf, error } from '../exchanges.ts'

type Answer = ReturnType<typeof answerOf>

/** The token of these tests. */
export const SECRET = 'a-token-of-these-tests'

const said = error(400)

/** A text that, in these tests, only a refused request has carried. */
export const REFUSED = 'ts-run-sqla-0001'

/** By monitor: the smallest answer that it takes, and the smallest that it refuses. */
export const answerPairs: Readonly<Record<string, { readonly good: Answer; readonly bad: Answer }>> = {
  'media/content-type': { good: answerOf({}), bad: answerOf({ types: [] }) },
  'media/json': { good: answerOf({ text: '0' }), bad: answerOf({ text: '{' }) },
  'errors/object': { good: said, bad: answerOf({ status: 400, body: [] }) },
  'errors/message': { good: said, bad: answerOf({ status: 400, body: { code: 'A' } }) },
  'errors/code': { good: said, bad: answerOf({ status: 400, body: { message: 'no' } }) },
  'errors/issues': { good: error(400, 'A', 'no', { issues: [] }), bad: error(400, 'A', 'no', { issues: null }) },
  'errors/issue-message': {
    good: error(400, 'A', 'no', { issues: [{ message: 'a' }] }),
    bad: error(400, 'A', 'no', { issues: [{}] }),
  },
  'records/identifiers': { good: answerOf({ body: { sqlaId: '7' } }), bad: answerOf({ body: { sqlaId: 7 } }) },
  'records/status': {
    good: answerOf({ body: { colstoreId: 'a', applicationStatus: 'idle' } }),
    bad: answerOf({ body: { colstoreId: 'a', applicationStatus: 0 } }),
  },
  'errors/no-token': { good: said, bad: error(400, 'A', SECRET) },
  'answers/no-token': { good: answerOf({ body: { name: 'a' } }), bad: answerOf({ body: { apiToken: SECRET } }) },
  'auth/not-stored': { good: answerOf({ body: {} }), bad: answerOf({ body: { name: REFUSED } }) },
  'errors/no-stack-trace': { good: said, bad: error(400, 'A', 'no', { stack: 'Error: no\n    at file.js:1:1' }) },
}
