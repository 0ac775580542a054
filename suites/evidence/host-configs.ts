/** The host's own configurations around a write of a record's: a careless server keeps one text for both. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { readOfSetting, settingWrites } from '../../schemas/order.ts'
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Caller } from '../scene/call.ts'
import { settingValue } from '../values/setting-value.ts'
import { fieldOf, repair, type OtherSetting } from './census/other-settings.ts'
import type { Census, Drift } from './census/state-diff.ts'
import { evidence } from './frame/evidence.ts'

const FIELD = 'proxyConfig'

/** Writes of the host that carry a configuration; which file is written they do not say. */
const configs = settingWrites.filter(({ act, body }) => act.kind !== 'proxy-file' && body?.fields[0]?.name === FIELD)

/** The host's configurations, read before a record's is written. */
export const hostConfigs = evidence({
  id: 'host-configs',
  needs: {},
  on: ({ act, body }) =>
    isRecordKind(act.kind) && act.verb === 'changes' && (body?.fields.some(({ name }) => name === FIELD) ?? false),
  // Before and after.
  cost: () => 2 * configs.length,
  gather: async ({ caller }): Promise<readonly OtherSetting[]> =>
    (await Promise.all(configs.map((write) => see(write, caller)))).flatMap(({ read, value, write }) =>
      read && value !== undefined ? [{ write, read, references: {}, value }] : [],
    ),
})

async function see(write: Operation, caller: Caller) {
  const read = readOfSetting(write)
  if (!read || !caller.allows(read)) return { write, read, value: undefined }
  const exchange = await caller.call({ operation: read })
  const shown = caller.success(exchange) && exchange.response?.json.ok ? exchange.response.json.value : undefined
  return { write, read, value: settingValue(shown, fieldOf(write), caller.profile.envelope), exchange }
}

const linesOf = (text: string) => text.split('\n').map((line) => line.trim())

/**
 * Whether a text of the record's has taken the place of the host's. A target that shows its whole configuration, with those of
 * its records in it, has lost no line of its own.
 */
function replaced({ value }: OtherSetting, now: unknown, marks: readonly string[]): boolean {
  if (typeof value !== 'string' || typeof now !== 'string') return false
  if (!marks.some((mark) => now.includes(mark) && !value.includes(mark))) return false
  const kept = new Set(linesOf(now))
  return linesOf(value).some((line) => !kept.has(line))
}

/**
 * Adds to the census of a record what its write has changed of the host's configurations, and puts those back.
 * @param written the texts that records were given meanwhile
 */
export async function withHostConfigs(
  census: Census,
  before: readonly OtherSetting[],
  written: readonly unknown[],
  caller: Caller,
): Promise<Census> {
  // The comment that a configuration begins with holds a name that stands nowhere else.
  const marks = written
    .flatMap((text) => (typeof text === 'string' ? text.split('\n', 1) : []))
    .filter((mark) => mark.includes(caller.options.run))
  if (before.length === 0 || marks.length === 0) return census
  const seen = await Promise.all(before.map(async (one) => ({ one, now: await see(one.write, caller) })))
  const changed = seen.filter(({ one, now }) => replaced(one, now.value, marks))
  await repair(
    caller.sure,
    changed.map(({ one }) => one),
  )
  const drifts = changed.map(({ one, now }): Drift => ({
    whose: one.read.id,
    field: FIELD,
    before: one.value,
    after: now.value,
  }))
  const exchanges: Exchange[] = changed.flatMap(({ now }) => now.exchange ?? [])
  return {
    ...census,
    others: [...census.others, ...drifts],
    exchanges: [...census.exchanges, ...exchanges],
  }
}
