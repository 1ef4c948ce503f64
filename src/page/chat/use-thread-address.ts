import { useEffect } from 'preact/hooks'
import { linkTo, type Place } from '../state/place.ts'
import type { ChatStore } from './chat-store.ts'

interface AddressOptions {
  readonly store: ChatStore
  /** The place in the URL; undefined if another view is shown. */
  readonly place: Place | undefined
  /** The agent of the chat on the left. */
  readonly agent: string | undefined
}

/** Opens the thread in the URL, and gives a new thread its URL. Returns the id of the thread on the page. */
export function useThreadAddress({ store, place, agent }: AddressOptions): string | undefined {
  useEffect(() => {
    // Every navigation is a new place, also back to a thread that another one replaced.
    if (place?.subject !== undefined && place.thread !== undefined) store.open(place.subject, place.thread)
  }, [store, place])
  const thread = agent === undefined ? undefined : store.threadIdOf(agent)
  const isShown = place !== undefined
  useEffect(() => {
    // A new chat has an address from its first message on.
    if (!isShown || agent === undefined || thread === undefined) return
    history.replaceState(null, '', linkTo({ view: 'chat', subject: agent, thread }))
  }, [isShown, agent, thread])
  return thread
}
