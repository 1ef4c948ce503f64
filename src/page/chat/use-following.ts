import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** Pixels from the end within which the view keeps following. */
const near = 80

/** Scrolls to the end as the content grows, unless the user has scrolled up. */
export function useFollowing(grown: unknown): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const follow = (): void => {
    const { current } = frame
    if (current !== null && isFollowing.current) current.scrollTop = current.scrollHeight
  }
  useLayoutEffect(follow, [grown])
  useEffect(() => {
    const { current } = frame
    if (current === null) return undefined
    const onScroll = (): void => {
      isFollowing.current = current.scrollHeight - current.scrollTop - current.clientHeight < near
    }
    // A question below the log shrinks it.
    const sizes = new ResizeObserver(follow)
    sizes.observe(current)
    current.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      sizes.disconnect()
      current.removeEventListener('scroll', onScroll)
    }
  }, [])
  return frame
}
