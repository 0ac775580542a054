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

type Clocked = Pick<State, 'planned' | 'done' | 'phase'> & Partial<Pick<State, 'requests' | 'plannedRequests' | 'kept'>>

/** How much there is to do and how much of it is done: requests where those to come are known, because results come in heaps. */
function workOf({ planned, done, kept = 0, requests = 0, plannedRequests = 0 }: Clocked) {
  if (plannedRequests > 0 && kept === 0) return { all: plannedRequests, done: requests }
  return { all: planned - kept, done: done - kept }
}

/** @param begun what was done when the phase began, which took none of its time */
function timeLeft(state: Clocked, sinceMs: number, begun?: Clocked): string {
  const { phase } = state
  // What was not done by then will not be.
  if (phase === 'cleaning up' || phase === 'done') return ''
  const { all, done } = workOf(state)
  const since = done - (begun ? workOf(begun).done : 0)
  // Before a twentieth is done, a guess would only mislead.
  if (done >= all || since < 0.05 * all) return ''
  return `, about ${Math.ceil((sinceMs * (all - done)) / since / 1000)} s left`
}

/**
 * @param sinceMs how long the phase has taken
 * @param columns of the screen: on a narrow one the time left goes before what is counted
 * @param begun where the phase began
 */
export function progressLine(state: State, sinceMs: number, columns = Infinity, begun?: State): string {
  const number = (n: number) => n.toLocaleString('en')
  const left = timeLeft(state, sinceMs, begun)
  const whole =
    `${state.phase}: ${number(state.done)} of ${number(state.planned)} ${state.unit ?? 'results'}, ${number(state.failures)} failed, ` +
    `${number(state.requests)} requests${left}${waiting(state)}`
  if (whole.length < columns) return whole
  return `${state.phase}: ${number(state.done)}/${number(state.planned)}, ${number(state.failures)} failed${left}`
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
  words: (state: S, sinceMs: number, columns: number | undefined, begun: S) => string,
): Line<S> {
  let phaseSince = performance.now()
  let shown = 0
  let begun: S | undefined
  let live = false
  return {
    show(state) {
      // The verdict says so.
      if (state.phase === 'done') return
      const now = performance.now()
      const newPhase = state.phase !== begun?.phase
      if (newPhase || !begun) {
        phaseSince = now
        begun = state
      }
      if (!newPhase && now - shown < (screen.isTTY ? LIVE_MS : PLAIN_MS)) return
      shown = now
      const line = words(state, now - phaseSince, screen.isTTY ? (screen.columns ?? 80) : undefined, begun)
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
