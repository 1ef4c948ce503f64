import { useEffect, useRef } from 'preact/hooks'

/** Calls back when the user returns to this tab or window. */
export function useReturn(onReturn: () => void): void {
  const latest = useRef(onReturn)
  latest.current = onReturn
  useEffect(() => {
    const back = (): void => {
      if (document.visibilityState === 'visible') latest.current()
    }
    addEventListener('focus', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      removeEventListener('focus', back)
      document.removeEventListener('visibilitychange', back)
    }
  }, [])
}
