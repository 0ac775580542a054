/** Evidence typed by need: what is missing has its reason before a check is called, and costs add up. */
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { check } from '../../../suites/checks/check.ts'
import { Blocked, Inconclusive, Skipped } from '../../../suites/claim/finding.ts'
import {
  evidence,
  guarded,
  optional,
  outcome,
  part,
  whereWanted,
  type InParts,
} from '../../../suites/evidence/frame/evidence.ts'
import { Collected, costOf, gather, nothingGathered, wantedBy } from '../../../suites/evidence/frame/gather.ts'
import type { Turn } from '../../../suites/evidence/frame/turn.ts'
import { caseOf } from '../cases.ts'

const health = operation('settings.health')
const terms = {
  destructive: false,
  fuzz: 0,
  target: { sample: {}, lookup: {}, token: 'a-token', auth: { header: 'Authorization', scheme: 'Bearer' } },
}
// None of these kinds sends anything: of what a lane hands over they use nothing but the operation.
const turn = { operation: health, tried: new Skipped('nothing'), caller: { quiet: () => Promise.resolve() } } as Turn

const log: string[] = []
const number = evidence({ id: 'number', needs: {}, cost: () => 2, gather: () => (log.push('number'), 7) })
const text = evidence({
  id: 'text',
  needs: { number },
  cost: () => 3,
  gather: ({ number: given }) => (log.push('text'), `it is ${given}`),
})
const broken = evidence({
  id: 'broken',
  needs: {},
  cost: () => 1,
  gather: (): string => {
    throw new Inconclusive('the target said nothing')
  },
})
const late = evidence({ id: 'late', needs: {}, after: [text], cost: () => 0, gather: () => void log.push('late') })
const letters = evidence({
  id: 'letters',
  needs: {},
  cost: (_operation, { parts }) => parts.size,
  gather: ({ parts }): InParts<'a' | 'b', string> => ({
    parts: new Map([...parts].map((name) => [name === 'a' ? 'a' : 'b', name === 'a' ? 'A' : new Skipped('no b')])),
  }),
})

const collect = (...needs: Parameters<typeof wantedBy>[0] extends Iterable<infer Need> ? Need[] : never) =>
  gather(turn, wantedBy(needs, health))

describe('gathering', () => {
  it('gives each kind what it needs, and wants that too', async () => {
    expect(text.from(await collect(text))).toBe('it is 7')
  })

  it('keeps the order of what would be spoilt, whatever stands between', async () => {
    log.length = 0
    await collect(late, text)
    expect(log).toEqual(['number', 'text', 'late'])
  })

  it('gives of parts only those that are asked for, each with its own reason', async () => {
    const gathered = await collect(part(letters, 'a'), part(letters, 'b'))
    expect(part(letters, 'a').from(gathered)).toBe('A')
    expect(() => part(letters, 'b').from(gathered)).toThrow('no b')
    const { parts } = letters.from(await collect(part(letters, 'a')))
    expect([...parts.keys()]).toEqual(['a'])
  })

  it('sends nothing for what is taken only where something else wants it', () => {
    expect(wantedBy([whereWanted(text)], health).size).toBe(0)
  })

  it('lets a defect through, once all that is under way has ended', async () => {
    const defect = evidence({ id: 'defect', needs: {}, cost: () => 0, gather: () => Promise.reject(new Error('ours')) })
    await expect(collect(defect, text)).rejects.toThrow('ours')
  })
})

describe('a check', () => {
  const said = { id: 'a/b', clause: 'OP-*', claim: 'MUST a', sends: '', expects: '', kills: [], on: () => true }

  it('is given exactly what it names, with its type', async () => {
    const prove = vi.fn()
    const one = check({
      ...said,
      needs: { text, letter: optional(part(letters, 'b')) },
      prove(given) {
        expectTypeOf(given.text).toEqualTypeOf<string>()
        expectTypeOf(given.letter).toEqualTypeOf<string | undefined>()
        prove(given.text, given.letter)
      },
    })
    one.prove({ ...caseOf(), gathered: await collect(...Object.values(one.needs)) })
    expect(prove).toHaveBeenCalledExactlyOnceWith('it is 7', undefined)
  })

  it.each([new Inconclusive('a'), new Skipped('b'), new Blocked('c', 'd')])(
    'is not called where a need is missing: %s is its result',
    (why) => {
      const prove = vi.fn()
      const one = check({ ...said, needs: { text }, prove })
      expect(() => one.prove({ ...caseOf(), gathered: nothingGathered(why) })).toThrow(why)
      expect(prove).not.toHaveBeenCalled()
    },
  )

  it('is told why what its evidence needs is missing', async () => {
    const resting = evidence({ id: 'resting', needs: { broken }, cost: () => 0, gather: () => 1 })
    const gathered = await collect(resting)
    expect(() => resting.from(gathered)).toThrow('the target said nothing')
    expect(outcome(resting).from(gathered)).toBeInstanceOf(Inconclusive)
  })

  it('is told nothing of what a missing guard makes worthless', () => {
    const gathered = new Collected(new Map<never, never>([]), new Inconclusive('locked out'))
    expect(() => guarded(broken, text).from(gathered)).toThrow('locked out')
  })
})

describe('costs', () => {
  it('add up, of each kind once, and of parts those that are wanted', () => {
    expect(costOf(wantedBy([text, number, part(letters, 'a'), part(letters, 'a')], health), health, terms)).toBe(6)
  })

  it('are none of a kind that is not gathered on the operation', () => {
    const nowhere = evidence({ id: 'nowhere', needs: {}, on: () => false, cost: () => 9, gather: () => 0 })
    expect(costOf(wantedBy([nowhere], health), health, terms)).toBe(0)
  })
})
