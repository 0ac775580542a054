/** SIGINT and SIGTERM, as the commands answer to them. */
const signals = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first signal. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve())
  })
}

/** npm and npx pass Ctrl-C on to a process that the terminal has told already: so soon, it is the same signal. */
const SAME_MS = 400

/** Tells the first signal from the second; returns how to stop listening. */
export function onSignals(first: () => void, second: () => void): () => void {
  let firstAt: number | null = null
  const answer = () => {
    const now = performance.now()
    if (firstAt === null) {
      firstAt = now
      first()
    } else if (now - firstAt > SAME_MS) second()
  }
  // vitest and vite end the process at a signal, before anything is cleaned up: while a run is on, signals are ours alone.
  const keepOut = (event: string | symbol, listener: (...args: unknown[]) => void) => {
    if (signals.some((signal) => signal === event)) queueMicrotask(() => process.off(event, listener))
  }
  for (const signal of signals) process.on(signal, answer)
  process.on('newListener', keepOut)
  return () => {
    process.off('newListener', keepOut)
    for (const signal of signals) process.off(signal, answer)
  }
}
