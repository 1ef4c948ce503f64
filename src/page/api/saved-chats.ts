const threadPrefix = 'capstan-thread:'
const secondChat = 'capstan-second-chat'

/** The thread with an agent that this browser tab had before a reload. */
export function savedThread(agent: string): string | undefined {
  return sessionStorage.getItem(threadPrefix + agent) ?? undefined
}

/** Saves the thread with an agent for this tab; undefined removes it. */
export function saveThread(agent: string, threadId: string | undefined): void {
  if (threadId === undefined) sessionStorage.removeItem(threadPrefix + agent)
  else sessionStorage.setItem(threadPrefix + agent, threadId)
}

/** The agent of the chat on the right, saved for this tab; undefined if there is one chat. */
export function savedSecondChat(): string | undefined {
  return sessionStorage.getItem(secondChat) ?? undefined
}

/** Saves the agent of the chat on the right for this tab; undefined removes it. */
export function saveSecondChat(agent: string | undefined): void {
  if (agent === undefined) sessionStorage.removeItem(secondChat)
  else sessionStorage.setItem(secondChat, agent)
}
