import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** How far from the end somebody may be and still be reading what comes. */
const near = 80

/** Keeps the end of what grows in sight, unless somebody has scrolled up to read. */
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
    // A question that is shown below takes room from what was said.
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
