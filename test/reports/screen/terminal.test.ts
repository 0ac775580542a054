import { expect, test } from 'vitest'
import { summary } from '../../../reports/screen/terminal.ts'
import type { Evidence, Report } from '../../../schemas/report.ts'
import { report, result } from '../samples.ts'

const words = {
  claim: () => 'MUST refuse a request without the Authorization header',
  says: () => 'Nothing is served without the header',
}
const tell = (one: Report, why = '') => summary(one, 'out/report.json', why, words, (_style, text) => text)

const evidence = (curl: string, status: number | null, path: string): Evidence => ({
  request: { method: 'GET', url: `http://a.b/${path}`, headers: {}, body: null },
  response: status === null ? null : { status, headers: {}, body: '', durationMs: 1 },
  curl,
})

const served = (operation: string) =>
  result(operation, 'fail', {
    message: `${operation} was served without the header`,
    expected: 'the refusal',
    cause: 'served 200',
    got: `200, application/json, {"${operation.split('.')[0]}Id":"x${operation.length}"`,
    evidence: [
      evidence('curl another path', 200, 'user.none'),
      evidence('curl unanswered', null, operation),
      evidence('curl with the token', 204, operation),
      evidence(`curl ${operation}`, 200, operation),
    ],
  })

test('failures of one cause stand once, with claim, clause, expected, got and a curl line', () => {
  const screen = tell(
    report([served('application.one'), served('port.one'), served('user.all')], { exitCode: 1 }),
    'so',
  )
  expect(screen).toMatchInlineSnapshot(`
    "http://a.b does not conform: 3 failures of 1 cause.
      3 fail
      20 of 177 operations were called, 20 succeeded; service version 1.0; allowed: nothing further
      10 requests in 1.5 s, run abcdefgh, seed 1

    Mend first
      1. fail auth/no-header: MUST refuse a request without the Authorization header; got 200, application/json, {"applicationId":"x15"
         on 3 operations: application.one, port.one, user.all
         do: make the server do what the check expects: the refusal; touchstone explain 'auth/no-header' says more

    Failures, by cause

      fail auth/no-header application.one was served without the header
        on        application.one, port.one, user.all
        claim     MUST refuse a request without the Authorization header
        clause    AUTH-1: Nothing is served without the header
        expected  the refusal
        got       200, application/json, {"applicationId":"x15"
        try       curl another path
                  curl unanswered
                  curl with the token
                  curl application.one

    Everything, with the requests and responses that matter: out/report.json
    One result again, on new records: touchstone replay 'application.one auth/no-header' --report out/report.json
    Exit code 1: so"
  `)
})

test('another status is another cause', () => {
  const other = { ...served('user.all'), got: '500, application/json, {}', cause: 'served 500' }
  expect(tell(report([served('port.one'), other], { exitCode: 1 }))).toContain('2 failures of 2 causes')
})

test('operations that are missing are one cause, whatever their clauses', () => {
  const missing = (operation: string) => ({
    ...served(operation),
    clause: `OP-${operation}`,
    check: 'exists/operation',
  })
  expect(tell(report([missing('port.one'), missing('user.all')], { exitCode: 1 }))).toContain('2 failures of 1 cause.')
})

test('many operations of one cause are folded', () => {
  const many = Array.from({ length: 30 }, (_, at) => served(`application.o${at}`))
  expect(tell(report(many, { exitCode: 1 }))).toMatch(/on .*application\.o5 and 24 more$/m)
})

test('what is inconclusive stands by reason, with what would decide', () => {
  const unknown = (operation: string) =>
    result(operation, 'inconclusive', {
      reason: `${operation} never succeeded`,
      cause: 'never succeeded',
      supply: 'a serverId in identifiers',
    })
  const screen = tell(report([unknown('settings.getIp'), unknown('user.all')]))
  expect(screen).toMatch(/^ +2 {2}settings\.getIp never succeeded \(1 of them; the others are about user\.all\)$/m)
  expect(screen).toMatch(/to decide: a serverId in identifiers$/m)
})

test('what never succeeded is named: it was not judged; what was not selected is not', () => {
  const names = { exercised: ['sqla.one', 'port.one', 'compose.one'], succeeded: ['port.one'] }
  const operations = { total: 177, exercised: 2, succeeded: 1, names }
  const results = [result('port.one', 'pass'), result('sqla.one', 'inconclusive')]
  const text = tell(report(results, { coverage: { operations, clauses: [] } }))
  expect(text).toContain('never succeeded, so only their errors were judged: sqla.one\n')
})

test('a run in which hardly anything succeeded is no good news, and says so on its first line', () => {
  const coverage = { operations: { total: 177, exercised: 177, succeeded: 3 }, clauses: [] }
  const [first] = tell(report([result('user.all', 'pass')], { coverage })).split('\n')
  expect(first).toBe(
    'http://a.b was judged too little to say that it conforms: 1 pass; only 3 of 177 operations succeeded.',
  )
})

test('no verdict says why on its first line', () => {
  const [first] = tell(report([], { exitCode: 3 }), 'nothing listens there').split('\n')
  expect(first).toBe('No verdict on http://a.b: nothing listens there.')
})

test('leftovers are named', () => {
  const leftovers = [{ kind: 'port', name: '8080', id: 'p1', why: 'its deletion was refused' }]
  expect(tell(report([result('user.all', 'pass')], { leftovers }))).toMatch(
    /^ {2}port 8080 \(p1\): its deletion was refused$/m,
  )
})

test('a long response is cut, and says where it is whole', () => {
  const long = { ...served('user.all'), got: 'x'.repeat(5000) }
  expect(tell(report([long], { exitCode: 1 }))).toMatch(/x{400} … \(cut; whole in report\.json\)/)
})

test('the first causes with what to do stand first, and again after details that fill a screen', () => {
  const failing = ['values/shown', 'errors/code', 'auth/no-header', 'exists/operation'].map((check, at) =>
    result(`application.o${at}`, 'fail', { check, expected: 'better', got: `worse ${at}` }),
  )
  const screen = tell(
    report([...failing, result('user.all', 'skipped', { reason: 'not allowed' })], { exitCode: 1 }),
    'so',
  )
  const blocks = screen.split('\n\n').filter((block) => block.startsWith('Mend first'))
  expect(blocks).toHaveLength(2)
  expect(blocks[0]?.match(/(?<=fail )\S+(?=:)/g)).toEqual(['exists/operation', 'auth/no-header', 'errors/code'])
  expect(blocks[0]).toContain('do: serve it under its method and path')
  expect(blocks[0]).toContain('and 1 further cause')
  expect(screen.lastIndexOf('Mend first')).toBeGreaterThan(screen.indexOf('Skipped, by reason'))
  expect(screen.indexOf('Mend first')).toBeLessThan(screen.indexOf('Failures, by cause'))
})

test('what the target file omits is told apart from what else is skipped', () => {
  const skipped = [
    result('user.all', 'skipped', { reason: 'the target file omits it' }),
    result('user.one', 'skipped', { reason: 'it needs --allow host' }),
  ]
  expect(tell(report([result('sqla.one', 'pass'), ...skipped]))).toContain(
    '1 pass · 2 skipped (the target file omits 1)',
  )
})

test('the headline counts what was not judged', () => {
  const results = [result('user.all', 'pass'), result('user.one', 'blocked'), result('port.one', 'inconclusive')]
  const judged = { decided: 1, of: 3, least: 0, gains: [] }
  const [first] = tell(report(results, { judged })).split('\n')
  expect(first).toBe(
    'http://a.b was judged too little to say that it conforms: 1 pass; ' +
      'not judged: 1 blocked, 1 inconclusive (33.3 % of 3 results decided).',
  )
})
