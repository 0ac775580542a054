/** A made-up operation in the middle of a group changes what is sent to no other: nothing hangs on an operation's place. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as group from '../../schemas/groups/application.ts'
import type * as handlers from '../../fixtures/reference/handlers/application.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'

const INVENTED = 'application.saveNote'
const GROUP = '../../schemas/groups/application.ts'
const HANDLERS = '../../fixtures/reference/handlers/application.ts'

/** With one entry more, right behind the fourth. */
const inserted = (all: object, name: string, value: unknown) =>
  Object.fromEntries(Object.entries(all).toSpliced(4, 0, [name, value]))

async function insert() {
  const { changes, post, text } = await import('../../schemas/operation.ts')
  const line = post('resource', changes('application'), { applicationId: text, note: text })
  vi.doMock(GROUP, async (original) => {
    const { application } = await original<typeof group>()
    return { application: inserted(application, 'saveNote', line) }
  })
  vi.doMock(HANDLERS, async (original) => {
    const { application, ...others } = await original<typeof handlers>()
    return { ...others, application: inserted(application, 'saveNote', application.update) }
  })
}

/** What a run makes up anew each time is one and the same here: names, words, identifiers, ports and numbers. */
const plain = (text: string) =>
  text
    .replaceAll(/(?:%25[0-9a-f]{2}){12,}/g, 'TWICE')
    .replaceAll(/(?:%[0-9a-f]{2}){12,}/g, 'ONCE')
    .replaceAll(/ts-inserted-[a-z0-9]+-\d+(-\w+)?|tsinserted[a-z0-9]+/g, 'WORD')
    .replaceAll(/[0-9a-f]{12,}/g, 'ID')
    .replaceAll(/\b\d\.\d+E\d\b/gi, 'NUMBER')
    .replaceAll(/\b\d{4,}\b/g, 'NUMBER')

const spoken = ({ method, path, headers, body }: Exchange) =>
  plain(`${method} ${path} ${JSON.stringify(headers)} ${body ?? ''}`)

/** All requests of a run over one registry, each once, by operation; and the plan. */
async function requests() {
  const [{ startReference }, { optionsFor }, { Session }, { noJournal }, { planned }, { operations }] =
    await Promise.all([
      import('../../fixtures/reference/serve.ts'),
      import('../../suites/prove/options.ts'),
      import('../../suites/run/session.ts'),
      import('../../fixtures/journal.ts'),
      import('../../suites/run/plan.ts'),
      import('../../schemas/registry.ts'),
    ])
  const server = await startReference({ token: 'b7Qd-4mZk-91Xc-Tt0y-8Lpw-Ru3a', inside: true })
  const only = ['application', 'compose', 'registry', 'user', 'port']
  const options = optionsFor(server, { run: 'inserted', only, skip: ['fuzz'] })
  const sent = new Map<string, Set<string>>()
  const exchange = (one: Exchange) => {
    const own = sent.get(one.operation ?? 'none') ?? new Set()
    sent.set(one.operation ?? 'none', own.add(spoken(one)))
  }
  try {
    const outcome = await new Session(options, noJournal, {
      progress() {},
      exchange,
      restart: () => server.restart(),
    }).run()
    const everything = planned({ ...options, only: [], skip: [], fuzz: 25 })
    return { sent, plan: everything.filter(({ operation }) => operation.includes('.')), operations, outcome }
  } finally {
    await server.close()
  }
}

describe('an operation that is inserted in the middle of a group', () => {
  let before: Awaited<ReturnType<typeof requests>>
  let after: Awaited<ReturnType<typeof requests>>

  beforeAll(async () => {
    before = await requests()
    vi.resetModules()
    await insert()
    after = await requests()
  }, 300_000)
  afterAll(() => {
    vi.doUnmock(GROUP)
    vi.doUnmock(HANDLERS)
  })

  it('stands there, is judged, and succeeds', () => {
    const ids = after.operations.map(({ id }) => id as string)
    expect(ids.filter((id) => id !== INVENTED)).toEqual(before.operations.map(({ id }) => id))
    expect(ids.indexOf(INVENTED)).toBe(before.operations.findIndex(({ group }) => group === 'application') + 4)
    const own = after.outcome.results.filter(({ operation }) => operation === INVENTED)
    expect(own.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(20)
    expect(after.outcome.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([])
  })

  it('changes no other line of the plan', () => {
    expect(after.plan.filter(({ operation }) => operation !== INVENTED)).toEqual(before.plan)
  })

  it('changes what is sent to no other operation', () => {
    const others = [...after.sent.keys()].filter((id) => id !== INVENTED)
    expect(others.toSorted()).toEqual([...before.sent.keys()].toSorted())
    const changed = [...before.sent].flatMap(([id, sent]) =>
      [...(after.sent.get(id) ?? new Set())].filter((one) => !sent.has(one)),
    )
    const gone = [...before.sent].flatMap(([id, sent]) => [...sent].filter((one) => !after.sent.get(id)?.has(one)))
    expect({ changed: changed.slice(0, 5), gone: gone.slice(0, 5) }).toEqual({ changed: [], gone: [] })
  })
})
