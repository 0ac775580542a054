/** Which operations share a lane, and in what order a lane takes them. */
import { isRecordKind, operations, type Operation } from './registry.ts'

/** Whether it may end the server's process, or the proxy before it: such operations come last, one at a time. */
export const mayEnd = ({ act }: Operation): boolean => act.mayEnd === true

/** The lane of what comes last: operations that may end the server's process. */
export const LAST = 'last'

/** The lane of host settings and of what acts on the host. */
const SETTINGS = 'settings'

/** Lanes of the host itself: never side by side. */
export const HOST_LANES = [SETTINGS, LAST] as const

/** Whether what runs in it may write the host's settings. */
export const isHostLane = (lane: string): boolean => HOST_LANES.some((one) => one === lane)

/** What host operations write that a read shows. */
export const settingWrites: readonly Operation[] = operations.filter(
  ({ group, effect, act }) => group === 'settings' && effect === 'host' && act.verb === 'changes',
)
const settings: ReadonlySet<string> = new Set(settingWrites.map(({ act }) => act.kind))

/** Whether it turns something on or off. */
export const isToggle = ({ body }: Operation): boolean => body?.fields.some(({ type }) => type === 'boolean') ?? false

/** The operation that reads what a setting's write writes. */
export const readOfSetting = ({ act: { kind } }: Operation): Operation | undefined =>
  operations.find(({ act }) => act.kind === kind && act.verb === 'reads')

/** What cleans, reloads, updates or marks the host as a whole, and can't be put back. */
export const hostActions: readonly Operation[] = operations.filter(
  ({ group, effect, act }) => group === 'settings' && effect === 'destructive' && act.verb === 'changes',
)

/** Operations about the same thing go one after another; everything else may go side by side. */
export function laneOf(operation: Operation): string {
  if (mayEnd(operation)) return LAST
  const { kind } = operation.act
  // One lane for all settings: while one is written, nothing else of the run writes another, or acts on the host.
  if (settings.has(kind) || hostActions.includes(operation)) return SETTINGS
  // Who is invited may be listed as a user: first all are invited, then users are changed and removed.
  if (kind === 'invitation') return 'user'
  return kind === 'host' || kind === 'template' ? operation.id : kind
}

/** Makers first, then reads, then changes, the slow ones after the quick ones, and deletes at the end. */
export function rank(operation: Operation): number {
  const { verb, kind, aspect } = operation.act
  if (verb === 'makes') return operation.effect === 'deploy' ? 4 : 0
  if (verb === 'deletes') return 5
  // A configuration may be nothing before it is written, and nothing does not tell whose it is; a list may show what was before a change.
  if (verb !== 'changes') return aspect === 'proxy-config' || (verb === 'lists' && isRecordKind(kind)) ? 2.5 : 1
  // What a start has moved can be seen to be moved back.
  if (aspect === 'status') return 4
  // Around what acts on the host, settings stand at other values: each is tried before.
  if (hostActions.includes(operation)) return 4
  if (operation.effect === 'deploy' || !isRecordKind(kind)) return 3
  // What carries nothing may lose what was written, and comes when all is; nothing else writes a configuration, which any of them may lose.
  if (aspect === 'proxy-config') return 1.9
  // An environment is saved beside fields of all sorts, and may lose those that others write.
  if (aspect === 'environment') return 2.1
  return isBare(operation) ? 2.2 : 2
}

/** Whether a change lists its subject alone, and takes nothing else of its own accord. */
const isBare = ({ body, act }: Operation): boolean =>
  body?.fields.length === 1 && act.aspect === undefined && act.whole !== true
