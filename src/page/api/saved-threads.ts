const prefix = 'capstan-thread:'

/** The thread with an agent that this browser tab had before a reload. */
export function savedThread(agent: string): string | undefined {
  return sessionStorage.getItem(prefix + agent) ?? undefined
}

/** Saves the thread with an agent for this tab; undefined removes it. */
export function saveThread(agent: string, threadId: string | undefined): void {
  if (threadId === undefined) sessionStorage.removeItem(prefix + agent)
  else sessionStorage.setItem(prefix + agent, threadId)
}
