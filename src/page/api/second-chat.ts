const key = 'capstan-second-chat'

/** The agent of the chat on the right, kept for this tab; undefined without one. */
export function savedSecondChat(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined
}

export function saveSecondChat(agent: string | undefined): void {
  if (agent === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, agent)
}
