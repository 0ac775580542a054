/** The host's other settings, read before and after one of them is written. */
import { without } from '../../../fixtures/payload/find.ts'
import { subjectField, type References } from '../../../fixtures/payload/payload.ts'
import { does, doing, operations, type Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import type { Drift } from './state-diff.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { readOfSetting, settingWrites } from '../../../schemas/order.ts'
import { QUIET } from '../../target/patience.ts'
import { saysUnknown } from '../../target/profile.ts'
import { otherRunIn } from '../../values/other-run.ts'
import { likelyPathsIn } from '../../values/paths.ts'
import { alikeTexts, settingValue, type Value } from '../../values/setting-value.ts'

/** How many files besides the one that is written are read. */
const FILES = 3

/** One other setting. */
export interface OtherSetting {
  readonly write: Operation
  readonly read: Operation
  readonly references: References
  readonly value: Value
  /** What the run has written there; absent where it only reads. What shows it now was not changed. */
  readonly written?: Value
  /** The run wrote its value just now: where it shows again what it showed at first, it was changed. */
  readonly isOwn?: true
  /** A file that was listed just now: it may be of a record, and go with it. */
  readonly isListed?: true
}

/**
 * What each setting showed when it was read first. What is so again was never damaged: the look before was answered from
 * an older copy, of when the setting itself was tried.
 */
const firsts = new WeakMap<Caller, Map<string, Value | undefined>>()
const nameOf = ({ read, references }: Pick<OtherSetting, 'read' | 'references'>) =>
  read.act.kind === 'proxy-file' ? `${read.id} ${references['path'] ?? ''}` : read.id

/** The one field of a setting that carries its value: the others say which one is written. */
export const fieldOf = (write: Operation) =>
  write.body?.fields.find(({ name }) => name !== 'path' && name !== subjectField(write))

async function valueOf(
  caller: Caller,
  one: Omit<OtherSetting, 'value'>,
  how?: 'lately',
): Promise<{ value: Value | undefined; exchange: Exchange }> {
  const call = { operation: one.read, references: one.references }
  const exchange = await (how ? caller.lately(call) : caller.call(call))
  const shown = caller.success(exchange) && exchange.response?.json.ok ? exchange.response.json.value : undefined
  return { value: settingValue(shown, fieldOf(one.write), caller.profile.envelope), exchange }
}

type Shown = Omit<OtherSetting, 'value'> & { readonly value: Value | undefined }
const withValue = (all: readonly Shown[]): readonly OtherSetting[] =>
  all.flatMap((one) => (one.value === undefined ? [] : [{ ...one, value: one.value }]))

/** Reads every other setting that is shown; of files, a few others than the one that is written. */
export async function otherSettings(
  write: Operation,
  caller: Caller,
  references: References,
): Promise<readonly OtherSetting[]> {
  const seen = await readOthers(write, caller, references)
  const known = firsts.get(caller) ?? new Map<string, Value | undefined>()
  firsts.set(caller, known)
  for (const one of seen) if (!known.has(nameOf(one))) known.set(nameOf(one), one.value)
  return withValue(seen)
}

/** The same, where the run itself is about to write them: what they show now is not what an older copy would show later. */
export async function settingsToPutBack(write: Operation, caller: Caller, references: References) {
  firsts.delete(caller)
  return withValue(await readOthers(write, caller, references))
}

async function readOthers(write: Operation, caller: Caller, references: References): Promise<readonly Shown[]> {
  const isFile = write.act.kind === 'proxy-file'
  const kinds = settingWrites.filter((one) => one !== write && (one.act.kind !== 'proxy-file' || 'path' in references))
  const files = isFile ? await otherFiles(caller, references['path'] ?? '') : []
  const wanted = [
    ...kinds.map((one) => ({ write: one, references })),
    ...files.map((path) => ({ write, references: { ...references, path }, isListed: true as const })),
  ].flatMap((one) => {
    const read = readOfSetting(one.write)
    return read && caller.allows(read) ? [{ ...one, read }] : []
  })
  return shownNow(caller, wanted, 'lately')
}

const shownNow = (caller: Caller, wanted: readonly Omit<Shown, 'value'>[], how?: 'lately'): Promise<readonly Shown[]> =>
  Promise.all(wanted.map(async (one) => ({ ...one, value: (await valueOf(caller, one, how)).value })))

/** The same of a text that the run wrote on a record of its own, where a read of its own shows it. */
export async function ownConfig(
  caller: Caller,
  write: Operation,
  references: References,
  written: Value | undefined,
): Promise<readonly OtherSetting[]> {
  const read = operations.find(does('reads', write.act.kind, write.act.aspect))
  if (!read || written === undefined || !caller.allows(read) || !caller.allows(write)) return []
  // The first look may be answered from an older copy, of before the write.
  const see = () => shownNow(caller, [{ write, read, references }])
  const holds = (seen: readonly Shown[]) => seen.every(({ value }) => isAs(write, written, value))
  const seen = await caller.patience.eventually(see, holds, { why: 'what was written to show', within: QUIET })
  return withValue(seen).map((one) => ({ ...one, written }))
}

/** Whether a value is the one that was written, but for white space. */
export const isAs = (write: Operation, written: Value | undefined, shown: Value | undefined): boolean =>
  typeof written === 'string' && typeof shown === 'string'
    ? alikeTexts(fieldOf(write)?.name ?? '', written, shown)
    : written !== undefined && shown === written

/** So many reads that all differ are of what moves by itself, a time: older copies and writes of others are fewer. */
const MOVES = 4

/**
 * Its value once it is as it was, or the time is over for which a read may be answered from an older copy. What moves by itself
 * never will be: nobody waits for it.
 */
async function stayed(caller: Caller, one: OtherSetting) {
  const values = new Set<Value | undefined>([one.value])
  const moves = () => values.size > MOVES
  const holds = ({ value }: { readonly value: Value | undefined }) => value === one.value || moves()
  const see = async () => {
    const seen = await valueOf(caller, one)
    values.add(seen.value)
    return seen
  }
  // That it moves tells nothing of how late a write shows.
  const now = await caller.patience.eventually(see, holds, { why: 'other settings to be as they were', teaches: null })
  return { ...now, moves: moves() }
}

/** Other files, those of the same base name first: they are the likeliest to be taken for it. */
async function otherFiles(caller: Caller, path: string): Promise<readonly string[]> {
  const directories = doing('reads', 'host', 'directories')
  if (!caller.allows(directories)) return []
  const { response } = await caller.call({ operation: directories })
  const base = path.split('/').at(-1)
  const listing = response?.json.ok ? without(response.json.value, caller.profile.envelope) : undefined
  const others = likelyPathsIn(listing).filter((other) => other !== path)
  const sharesName = (other: string) => (other.split('/').at(-1) === base ? 0 : 1)
  return others.toSorted((a, b) => sharesName(a) - sharesName(b)).slice(0, FILES)
}

/**
 * What changed of them since.
 * @param own what the written setting showed before: others that showed the same text may be the same file
 */
export async function drifted(caller: Caller, all: readonly OtherSetting[], own: Value | undefined) {
  const foreign = all.filter(({ value }) => typeof value !== 'string' || value === '' || value !== own)
  const looked = await Promise.all(foreign.map(async (one) => ({ one, now: await stayed(caller, one) })))
  // What another run writes meanwhile, it puts back.
  const isOfOthers = ({ one, now }: Seen) =>
    [one.value, now.value].some((value) => otherRunIn(value, caller.options.run) !== null)
  const seen = looked.filter((one) => !isOfOthers(one))
  const known = firsts.get(caller)
  const isFirst = (one: OtherSetting, value: Value | undefined) =>
    known?.has(nameOf(one)) === true && known.get(nameOf(one)) === value
  const differ = seen.filter(
    ({ one, now }) =>
      now.value !== one.value &&
      !now.moves &&
      (one.isOwn === true || !isFirst(one, now.value)) &&
      !isAs(one.write, one.written, now.value) &&
      (caller.success(now.exchange) || isGone(one, now.exchange, caller)),
  )
  const changed = await standStill(caller, differ)
  const others: Drift[] = changed.map(({ one, now }) => ({
    whose: `${one.read.id}${one.write.act.kind === 'proxy-file' ? ` of ${one.references['path'] ?? ''}` : ''}`,
    field: fieldOf(one.write)?.name ?? '',
    before: one.value,
    ...(now.value === undefined ? {} : { after: now.value }),
  }))
  return {
    others,
    compared: seen.length,
    exchanges: changed.map(({ now }) => now.exchange),
    /** Of what is damaged, the files that are not there now. */
    gone: changed.filter(({ one, now }) => isGone(one, now.exchange, caller)).map(({ one }) => one),
    damaged: changed.flatMap((seen) => (isDamage(seen, all, caller) ? seen.one : spared(seen, caller))),
  }
}

/** Whether a file that was there before the run made anything is not there now. */
const isGone = ({ write, isListed }: OtherSetting, read: Exchange, { profile }: Caller): boolean =>
  write.act.kind === 'proxy-file' && !isListed && (saysUnknown(read, profile) || read.response?.status === 404)

/**
 * Whether a change is the target's: what the run wrote, or what stands in another setting, came there, or a text was cut or emptied. A
 * text of neither is somebody else's, who must not lose it. Of a switch nobody can tell: it is put back.
 */
function isDamage({ one, now: { value: now } }: Seen, all: readonly OtherSetting[], { options }: Caller): boolean {
  if (typeof now !== 'string' || typeof one.value !== 'string') return true
  return now.includes(options.run) || one.value.includes(now.trim()) || all.some(({ value }) => value === now)
}

/** What is not put back is told. */
function spared({ one: { write } }: Seen, caller: Caller): readonly OtherSetting[] {
  const why = 'it changed while another setting was written; as somebody else may have changed it, it was not put back'
  caller.leave({ kind: write.act.kind, name: write.id, id: null, why })
  return []
}

type Seen = { readonly one: OtherSetting; readonly now: Awaited<ReturnType<typeof stayed>> }

/** Those that show the same twice: what holds a time moves by itself. */
async function standStill(caller: Caller, differ: readonly Seen[]): Promise<readonly Seen[]> {
  if (differ.length === 0) return []
  await caller.patience.rest(QUIET, 'what moves by itself to move')
  const again = await Promise.all(differ.map(({ one }) => valueOf(caller, one)))
  return differ.filter(({ now }, at) => again[at]?.value === now.value)
}

/** Puts back what a target changed although something else was written. */
export async function repair(caller: Caller, damaged: readonly OtherSetting[]): Promise<void> {
  for (const { write, references, value } of damaged) {
    if (!caller.allows(write)) {
      const why = 'an operation changed it, and it may be put back with --allow host alone'
      caller.leave({ kind: write.act.kind, name: write.id, id: null, why })
      continue
    }
    const body = { ...caller.validBody(write, references), [fieldOf(write)?.name ?? '']: value }
    caller.journal.write({ event: 'write', kind: write.act.kind, name: write.id, before: body })
    const exchange = await caller.call({ operation: write, references, body })
    const said = { kind: write.act.kind, name: write.id, before: body } as const
    if (caller.success(exchange)) caller.journal.write({ event: 'restored', ...said })
    else
      caller.leave({
        kind: write.act.kind,
        name: write.id,
        id: null,
        why: 'another write changed it, and it was not taken back',
      })
  }
}
