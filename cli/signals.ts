/** SIGINT and SIGTERM, as the commands answer to them. */
const signals = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first signal. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve())
  })
}

/** Tells the first signal from the second; returns how to stop listening. */
export function onSignals(first: () => void, second: () => void): () => void {
  let seen = 0
  const answer = () => {
    seen += 1
    if (seen === 1) first()
    else second()
  }
  for (const signal of signals) process.on(signal, answer)
  return () => {
    for (const signal of signals) process.off(signal, answer)
  }
}
