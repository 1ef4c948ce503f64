const prefix = 'capstan-thread:'

/** The thread with an agent that this tab of the browser was in before the page was loaded again. */
export function keptThread(agent: string): string | undefined {
  return sessionStorage.getItem(prefix + agent) ?? undefined
}

/** Keeps the thread with an agent for this tab, or forgets it. */
export function keepThread(agent: string, threadId: string | undefined): void {
  if (threadId === undefined) sessionStorage.removeItem(prefix + agent)
  else sessionStorage.setItem(prefix + agent, threadId)
}
