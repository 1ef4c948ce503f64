import type { AgentSessionCapabilities } from '../../capabilities/ecosystems/relay/types.ts'
import { frozenCopy } from '../../capabilities/frozen-copy.ts'

/** More than there are kinds of sessions; an evicted entry only costs memory. */
const maxEntries = 256
const shared = new Map<string, AgentSessionCapabilities>()

/** A frozen copy, shared by all sessions that declare the same. */
export function sharedCapabilities(capabilities: AgentSessionCapabilities): AgentSessionCapabilities {
  const key = JSON.stringify(capabilities)
  const known = shared.get(key)
  if (known !== undefined) return known
  if (shared.size >= maxEntries) shared.clear()
  const copy = frozenCopy(capabilities)
  shared.set(key, copy)
  return copy
}
