import { useEffect, useState } from 'preact/hooks'
import { isSignedIn, reportSignedOut, onSignedOut } from './api/login.ts'
import { Icon } from './icon.tsx'

/** Shown once the gateway rejects this browser's cookie, with how to sign in again. */
export function SignedOutNotice() {
  const [isSignedOut, setSignedOut] = useState(false)
  const [isStillSignedOut, setStillSignedOut] = useState(false)
  useEffect(() => onSignedOut(() => setSignedOut(true)), [])
  useEffect(() => {
    // A sign-in ends after 30 days, or when its owner revokes it.
    const look = async (): Promise<void> => {
      if (!document.hidden && (await isSignedIn()) === false) reportSignedOut()
    }
    const onLook = (): void => void look()
    addEventListener('focus', onLook)
    document.addEventListener('visibilitychange', onLook)
    return () => {
      removeEventListener('focus', onLook)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [])
  if (!isSignedOut) return null
  const again = async (): Promise<void> => {
    setStillSignedOut(false)
    if (await isSignedIn()) location.reload()
    else setStillSignedOut(true)
  }
  return (
    <div role="alert" class="lost">
      <Icon name="alert" />
      <p>
        <strong>You have been signed out.</strong> In this browser, open the link that{' '}
        <code>capstan serve</code> printed; it works once, for five minutes. If it was used or has expired,
        run <code>capstan serve --link</code> to print a new one.
      </p>
      <button type="button" onClick={() => void again()}>
        Try again
      </button>
      {isStillSignedOut && <span role="status">Still signed out.</span>}
    </div>
  )
}
