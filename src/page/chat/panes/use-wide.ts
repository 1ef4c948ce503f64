import { useEffect, useState } from 'preact/hooks'

/** Two chats need this width. */
const query = '(min-width: 75rem)'

/** Whether the window is wide enough for two chats. */
export function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const follow = (): void => setWide(media.matches)
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  return isWide
}
