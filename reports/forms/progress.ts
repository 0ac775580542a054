/** What a run says while it works: one live line on a terminal, a plain line every few seconds elsewhere. */
import { clearLine, cursorTo } from 'node:readline'

export interface State {
  readonly planned: number
  readonly done: number
  readonly failures: number
  readonly requests: number
  /** Requests that the whole run will send, about; left out where nobody knows. */
  readonly plannedRequests?: number
  readonly phase: string
  /** How many of `done` an earlier run has reached: they took no time. */
  readonly kept?: number
  /** The target refuses the right token since it was sent wrong ones. */
  readonly lockedOut?: boolean
  /** How often the target answered 429, and how long it was waited for. */
  readonly busy?: { readonly times: number; readonly ms: number }
  /** What `planned` and `done` count, where that is not results. */
  readonly unit?: string
}

/** What is needed of a stream; standard output is one. */
export interface Screen extends NodeJS.WritableStream {
  readonly isTTY?: boolean
  readonly columns?: number
}

const LIVE_MS = 100
const PLAIN_MS = 3_000

/** How much is done: results come in heaps, so where the requests to come are known, these tell better. */
function shareOf({ planned, done, kept = 0, requests = 0, plannedRequests = 0 }: Clocked): number {
  if (plannedRequests > 0 && kept === 0) return Math.min(1, requests / plannedRequests)
  return planned === kept ? 0 : (done - kept) / (planned - kept)
}

type Clocked = Pick<State, 'planned' | 'done' | 'phase'> & Partial<Pick<State, 'requests' | 'plannedRequests' | 'kept'>>

function timeLeft(state: Clocked, sinceMs: number): string {
  const { phase } = state
  // What was not done by then will not be.
  if (phase === 'cleaning up' || phase === 'done') return ''
  const share = shareOf(state)
  // Before a twentieth is done, a guess would only mislead.
  if (share < 0.05 || share >= 1) return ''
  return `, about ${Math.ceil((sinceMs * (1 - share)) / share / 1000)} s left`
}

/** @param columns of the screen: on a narrow one the time left goes before what is counted */
export function progressLine(state: State, sinceMs: number, columns = Infinity): string {
  const number = (n: number) => n.toLocaleString('en')
  const whole =
    `${state.phase}: ${number(state.done)} of ${number(state.planned)} ${state.unit ?? 'results'}, ${number(state.failures)} failed, ` +
    `${number(state.requests)} requests${timeLeft(state, sinceMs)}${waiting(state)}`
  if (whole.length < columns) return whole
  return `${state.phase}: ${number(state.done)}/${number(state.planned)}, ${number(state.failures)} failed${timeLeft(state, sinceMs)}`
}

/** That the target itself slows the run. */
const waiting = ({ busy, lockedOut }: State): string =>
  (busy && busy.times > 0 ? `; 429 ${busy.times} times, waited ${Math.ceil(busy.ms / 1000)} s as it asks` : '') +
  (lockedOut ? '; locked out after wrong tokens' : '')

/** What `prove` says while it works. */
export function provingLine(state: Omit<State, 'requests'>, sinceMs: number): string {
  return (
    `${state.phase}: ${state.done} of ${state.planned} judged, ${state.failures} survived or accused` +
    timeLeft(state, sinceMs)
  )
}

interface Line<S> {
  show(state: S): void
  clear(): void
}

export const startProgress = (screen: Screen): Line<State> => startLine(screen, progressLine)

/** `show` may be called as often as one likes; `clear` takes the live line away, so that others may print. */
export function startLine<S extends Pick<State, 'phase'>>(
  screen: Screen,
  words: (state: S, sinceMs: number, columns?: number) => string,
): Line<S> {
  let judgingSince = performance.now()
  let shown = 0
  let phase = ''
  let live = false
  return {
    show(state) {
      // The verdict says so.
      if (state.phase === 'done') return
      const now = performance.now()
      const newPhase = state.phase !== phase
      if (newPhase) judgingSince = now
      phase = state.phase
      if (!newPhase && now - shown < (screen.isTTY ? LIVE_MS : PLAIN_MS)) return
      shown = now
      const line = words(state, now - judgingSince, screen.isTTY ? (screen.columns ?? 80) : undefined)
      if (!screen.isTTY) {
        screen.write(`${line}\n`)
        return
      }
      clearLine(screen, 0)
      cursorTo(screen, 0)
      // A line that wraps could not be taken back.
      screen.write(line.slice(0, (screen.columns ?? 80) - 1))
      live = true
    },
    clear() {
      if (!live) return
      clearLine(screen, 0)
      cursorTo(screen, 0)
      live = false
    },
  }
}
