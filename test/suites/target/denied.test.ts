/** When a request about what is there is taken to be answered as one about what nobody has. */
import { expect, it } from 'vitest'
import { isDeniedAs } from '../../../suites/target/as-if-missing.ts'
import { error, exchangeOf } from '../exchanges.ts'

const own = 'db-own'
const nobodys = 'db-nobodys'

/** A stop of this database that got this response. */
const stopping = (sqlaId: string, status: number, message: string) =>
  exchangeOf(error(status, 'A', message), {
    operation: 'sqla.stop',
    method: 'POST',
    path: '/sqla.stop',
    body: JSON.stringify({ sqlaId }),
  })

/** A read of a file at this path that got this response. */
const reading = (path: string, message: string) =>
  exchangeOf(error(404, 'A', message), { path: `/settings.readProxyFile?path=${encodeURIComponent(path)}` })

it.each([
  ['in words that name neither', stopping(own, 404, 'not found'), stopping(nobodys, 404, 'not found')],
  ['in words that name each', stopping(own, 404, `No ${own}`), stopping(nobodys, 404, `No ${nobodys}`)],
  ['with any status, if it is named', stopping(own, 400, `No ${own}`), stopping(nobodys, 400, `No ${nobodys}`)],
  ['as being gone', stopping(own, 410, 'gone'), stopping(nobodys, 410, 'gone')],
])('it is denied %s', (_how, one, unknown) => {
  expect(isDeniedAs(one, unknown, own)).toBe(true)
})

it('a file is denied in words that hold its path as JSON has it', () => {
  const [one, unknown] = ['/etc/"a".yml', '/etc/0/"a".yml'].map((path) => reading(path, `No ${path}`))
  expect(one && unknown && isDeniedAs(one, unknown, '/etc/"a".yml')).toBe(true)
})

it.each([
  ['other words', stopping(own, 404, `Nothing runs for ${own}`), stopping(nobodys, 404, `No ${nobodys}`)],
  ['another status', stopping(own, 404, 'no'), stopping(nobodys, 400, 'no')],
  ['what may be said of any request', stopping(own, 400, 'bad request'), stopping(nobodys, 400, 'bad request')],
  ['a conflict', stopping(own, 409, `No ${own}`), stopping(nobodys, 409, `No ${nobodys}`)],
  ['a server error', stopping(own, 500, `No ${own}`), stopping(nobodys, 500, `No ${nobodys}`)],
  ['a longer name that holds its own', stopping(own, 400, `No a${own}`), stopping(nobodys, 400, `No a${nobodys}`)],
  ['a name that is not its own', stopping(own, 404, 'No db-other'), stopping(nobodys, 404, `No ${nobodys}`)],
])('it is not denied by %s', (_how, one, unknown) => {
  expect(isDeniedAs(one, unknown, own)).toBe(false)
})

it('it is not denied by a number that is its identifier as well', () => {
  const [one, unknown] = [stopping('35', 400, 'failed at 03:35'), stopping('2', 400, 'failed at 03:35')]
  expect(isDeniedAs(one, unknown, '35')).toBe(false)
})
