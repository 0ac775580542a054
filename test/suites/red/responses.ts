/** Single answers: what the monitors take and refuse. */
import { responseOf, error } from '../exchanges.ts'

type HttpResponse = ReturnType<typeof responseOf>

/** The token of these tests. */
export const SECRET = 'a-token-of-these-tests'

const said = error(400)

/** A text that, in these tests, only a refused request has carried. */
export const REFUSED = 'ts-run-sqla-0001'

/** By monitor: the smallest answer that it takes, and the smallest that it refuses. */
export const responsePairs: Readonly<Record<string, { readonly good: HttpResponse; readonly bad: HttpResponse }>> = {
  'media/content-type': { good: responseOf({}), bad: responseOf({ types: [] }) },
  'media/json': { good: responseOf({ text: '0' }), bad: responseOf({ text: '{' }) },
  'errors/object': { good: said, bad: responseOf({ status: 400, body: [] }) },
  'errors/message': { good: said, bad: responseOf({ status: 400, body: { code: 'A' } }) },
  'errors/code': { good: said, bad: responseOf({ status: 400, body: { message: 'no' } }) },
  'errors/issues': { good: error(400, 'A', 'no', { issues: [] }), bad: error(400, 'A', 'no', { issues: null }) },
  'errors/issue-message': {
    good: error(400, 'A', 'no', { issues: [{ message: 'a' }] }),
    bad: error(400, 'A', 'no', { issues: [{}] }),
  },
  'errors/own-issues': {
    good: error(400, 'A', 'no', { issues: [{ message: 'a', path: ['sqlaId'] }] }),
    bad: error(400, 'A', 'no', {
      issues: [
        { message: 'a', path: ['sqlaId'] },
        { message: 'a', path: ['composeId'] },
      ],
    }),
  },
  'records/identifiers': { good: responseOf({ body: { sqlaId: '7' } }), bad: responseOf({ body: { sqlaId: 7 } }) },
  'records/status': {
    good: responseOf({ body: { colstoreId: 'a', applicationStatus: 'idle' } }),
    bad: responseOf({ body: { colstoreId: 'a', applicationStatus: 0 } }),
  },
  'lists/once': {
    good: responseOf({ body: [{ id: 'a' }, { id: 'b' }] }),
    bad: responseOf({ body: [{ id: 'a' }, { id: 'a' }] }),
  },
  'errors/no-token': { good: said, bad: error(400, 'A', SECRET) },
  'answers/no-token': { good: responseOf({ body: { name: 'a' } }), bad: responseOf({ body: { apiToken: SECRET } }) },
  'auth/not-stored': { good: responseOf({ body: {} }), bad: responseOf({ body: { name: REFUSED } }) },
  'errors/no-stack-trace': { good: said, bad: error(400, 'A', 'no', { stack: 'Error: no\n    at file.js:1:1' }) },
}
