const lost = new EventTarget()

/** Tells the page that the gateway lets this browser in no more. */
export function loginIsLost(): void {
  lost.dispatchEvent(new Event('lost'))
}

/** Calls back when the gateway lets this browser in no more; returns what ends that. */
export function onLoginLost(callback: () => void): () => void {
  lost.addEventListener('lost', callback)
  return () => lost.removeEventListener('lost', callback)
}

/** Whether the gateway lets this browser in; undefined when it cannot be reached. */
export async function isLetIn(): Promise<boolean | undefined> {
  try {
    // The page itself is the cheapest thing to ask for: it is not sent again.
    const { status } = await fetch('/', { cache: 'no-cache' })
    return status !== 401
  } catch {
    return undefined
  }
}
