const signedOut = new EventTarget()

/** Notifies the page that the gateway rejected this browser's cookie. */
export function reportSignedOut(): void {
  signedOut.dispatchEvent(new Event('signed-out'))
}

/** Returns a function that removes the listener. */
export function onSignedOut(callback: () => void): () => void {
  signedOut.addEventListener('signed-out', callback)
  return () => signedOut.removeEventListener('signed-out', callback)
}

/** Whether the gateway accepts this browser's cookie; undefined if the gateway cannot be reached. */
export async function isSignedIn(): Promise<boolean | undefined> {
  try {
    // The cheapest request: the browser has the page cached, so the gateway answers 304.
    const { status } = await fetch('/', { cache: 'no-cache' })
    return status !== 401
  } catch {
    return undefined
  }
}
