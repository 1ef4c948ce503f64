const stopping = new AbortController()

/** Aborts on Ctrl-C; every program that this one started ends, and its folders are removed. */
export const stopSignal = stopping.signal

/** Stops at the first signal; a second one ends the program at once. */
export function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stderr.write('Stopping…\n')
      stopping.abort(new Error('Stopped'))
    })
  }
}
