import { useState } from 'preact/hooks'
import { ChatStore, type ChatThreads } from './chat-store.ts'

export interface Chats {
  readonly store: ChatStore
  readonly threads: ChatThreads
}

/** The chats of this tab. */
export function useChats(): Chats {
  const [threads, setThreads] = useState<ChatThreads>({})
  const [store] = useState(() => new ChatStore(setThreads))
  return { store, threads }
}
