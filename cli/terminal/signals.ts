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
  const response = () => {
    const now = performance.now()
    if (firstAt === null) {
      firstAt = now
      first()
    } else if (now - firstAt > SAME_MS) second()
  }
  for (const signal of signals) process.on(signal, response)
  return () => {
    for (const signal of signals) process.off(signal, response)
  }
}
