/** Made-up operations in the middle of several groups change what is sent to no other: nothing hangs on an operation's place. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as registryWords from '../../schemas/operation.ts'
import type { Definition, ResourceKind } from '../../schemas/operation.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'

/** One operation for each of these groups: a change of its records, or another read of the host. */
interface Invention {
  readonly group: string
  readonly name: string
  /** The files that name the operations of the group, and its handlers; and of these the one that the new operation has too. */
  readonly lines: string
  readonly handlers: string
  readonly like: string
  readonly line: (words: typeof registryWords) => Definition
}

const note =
  (kind: ResourceKind): Invention['line'] =>
  ({ post, changes, text }) =>
    post('resource', changes(kind), { [`${kind}Id`]: text, note: text })

const inventions: readonly Invention[] = [
  {
    group: 'application',
    lines: 'application',
    handlers: 'application',
    like: 'update',
    name: 'saveNote',
    line: note('application'),
  },
  { group: 'compose', lines: 'compose', handlers: 'compose', like: 'update', name: 'saveNote', line: note('compose') },
  { group: 'sqla', lines: 'databases', handlers: 'databases', like: 'update', name: 'saveNote', line: note('sqla') },
  { group: 'registry', lines: 'host', handlers: 'children', like: 'update', name: 'saveNote', line: note('registry') },
  {
    group: 'settings',
    lines: 'settings',
    handlers: 'settings',
    like: 'readStats',
    name: 'readNotes',
    line: ({ get, reads }) => get(reads('host'), {}),
  },
]
const invented = inventions.map(({ group, name }) => `${group}.${name}`)
const isInvented = (id: string) => invented.includes(id)

type Groups = Record<string, Record<string, unknown>>

/** With one entry more, in the middle. */
function inserted(all: object, name: string, value: unknown) {
  const entries = Object.entries(all)
  return Object.fromEntries(entries.toSpliced(middle(entries), 0, [name, value]))
}
const middle = ({ length }: readonly unknown[]) => Math.floor(length / 2)

const linesOf = ({ lines }: Invention) => `../../schemas/groups/${lines}.ts`
const handlersOf = ({ handlers }: Invention) => `../../fixtures/reference/handlers/${handlers}.ts`

async function insert() {
  const words = await import('../../schemas/operation.ts')
  for (const one of inventions) {
    const { group, name, like } = one
    vi.doMock(linesOf(one), async (original) => {
      const groups = await original<Groups>()
      return { ...groups, [group]: inserted(groups[group] ?? {}, name, one.line(words)) }
    })
    vi.doMock(handlersOf(one), async (original) => {
      const all = await original<Groups>()
      const within = (groups: Groups) => ({
        ...groups,
        [group]: inserted(groups[group] ?? {}, name, groups[group]?.[like]),
      })
      return 'databases' in all ? { ...all, databases: within(all['databases'] as Groups) } : within(all)
    })
  }
}

/** What a run makes up anew each time is one and the same here: names, words, identifiers, ports and numbers. */
const plain = (text: string) =>
  text
    .replaceAll(/(?:%25[0-9a-f]{2}){12,}/g, 'TWICE')
    .replaceAll(/(?:%[0-9a-f]{2}){12,}/g, 'ONCE')
    .replaceAll(/ts-inserted-[a-z0-9]+-\d+(-\w+)?|[Tt]sinserted[A-Za-z0-9]+/g, 'WORD')
    .replaceAll(/[0-9a-f]{12,}/g, 'ID')
    .replaceAll(/\b\d\.\d+E\+?\d\b/gi, 'NUMBER')
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
  const only = ['application', 'compose', 'registry', 'sqla', 'settings', 'user', 'port']
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

describe('operations that are inserted in the middle of several groups', () => {
  let before: Awaited<ReturnType<typeof requests>>
  let after: Awaited<ReturnType<typeof requests>>

  beforeAll(async () => {
    before = await requests()
    vi.resetModules()
    await insert()
    after = await requests()
  }, 300_000)
  afterAll(() => {
    for (const one of inventions) {
      vi.doUnmock(linesOf(one))
      vi.doUnmock(handlersOf(one))
    }
  })

  it.each(inventions.map(({ group, name }) => [`${group}.${name}`, group, name]))(
    'the run judges %s and it succeeds',
    (id, group = '', name = '') => {
      const names = after.operations.filter((one) => one.group === group).map((one) => one.name)
      expect(names.indexOf(name)).toBe(middle(names.slice(1)))
      const own = after.outcome.results.filter(({ operation }) => operation === id)
      expect(own.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(group === 'settings' ? 10 : 20)
    },
  )

  it('draw no fail and no error', () => {
    expect(after.outcome.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([])
  })

  it('change no other line of the plan', () => {
    expect(after.plan.filter(({ operation }) => !isInvented(operation))).toEqual(before.plan)
  })

  it('change what is sent to no other operation', () => {
    const others = [...after.sent.keys()].filter((id) => !isInvented(id))
    expect(others.toSorted()).toEqual([...before.sent.keys()].toSorted())
    const isNew = (one: string) => inventions.some(({ name }) => one.includes(name))
    const changed = [...before.sent].flatMap(([id, sent]) =>
      [...(after.sent.get(id) ?? new Set())].filter((one) => !sent.has(one) && !isNew(one)),
    )
    const gone = [...before.sent].flatMap(([id, sent]) => [...sent].filter((one) => !after.sent.get(id)?.has(one)))
    expect({ changed: changed.slice(0, 5), gone: gone.slice(0, 5) }).toEqual({ changed: [], gone: [] })
  })
})
