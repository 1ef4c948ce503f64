/** A chat of this tab: the agent's id, with a mark for the chat on the right. Both sides can have the same agent. */
export type ChatKey = string

export type Side = 'left' | 'right'

const right = '~right'

export function chatKey(agent: string, side: Side): ChatKey {
  return side === 'left' ? agent : agent + right
}

export function agentOf(key: ChatKey): string {
  return key.endsWith(right) ? key.slice(0, -right.length) : key
}

/** The open chat of the left side after this one; undefined if there is no other. */
export function nextChat(open: readonly ChatKey[], current: ChatKey): ChatKey | undefined {
  const left = open.filter((key) => agentOf(key) === key)
  const next = left[(left.indexOf(current) + 1) % left.length]
  return next === current ? undefined : next
}
