import { useEffect, useState } from 'preact/hooks'
import { isLetIn, loginIsLost, onLoginLost } from './api/login.ts'
import { Icon } from './icon.tsx'

/** Says that the gateway lets this browser in no more, as soon as that is seen, and how to come back. */
export function LostLogin() {
  const [isLost, setLost] = useState(false)
  const [isStill, setStill] = useState(false)
  useEffect(() => onLoginLost(() => setLost(true)), [])
  useEffect(() => {
    // A gateway that was started again meanwhile knows nobody.
    const look = async (): Promise<void> => {
      if (!document.hidden && (await isLetIn()) === false) loginIsLost()
    }
    const onLook = (): void => void look()
    addEventListener('focus', onLook)
    document.addEventListener('visibilitychange', onLook)
    return () => {
      removeEventListener('focus', onLook)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [])
  if (!isLost) return null
  const again = async (): Promise<void> => {
    setStill(false)
    if (await isLetIn()) location.reload()
    else setStill(true)
  }
  return (
    <div role="alert" class="lost">
      <Icon name="alert" />
      <p>
        <strong>This browser is not let in any more.</strong> The gateway was started again. Open the link
        that <code>capstan serve</code> printed, in this browser: it works once, and for five minutes. If it
        was used or is too old, <code>capstan serve --link</code> prints another.
      </p>
      <button type="button" onClick={() => void again()}>
        Try again
      </button>
      {isStill && <span role="status">Not yet.</span>}
    </div>
  )
}
