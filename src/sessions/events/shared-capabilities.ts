import type { AgentSessionCapabilities } from '../../capabilities/ecosystems/relay/types.ts'
import { frozenCopy } from '../../capabilities/frozen-copy.ts'

/** More than there are kinds of sessions; an evicted entry only costs memory. */
const mostKept = 256
const kept = new Map<string, AgentSessionCapabilities>()

/** A frozen copy, shared by all sessions that declare the same. */
export function sharedCapabilities(capabilities: AgentSessionCapabilities): AgentSessionCapabilities {
  const key = JSON.stringify(capabilities)
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= mostKept) kept.clear()
  const copy = frozenCopy(capabilities)
  kept.set(key, copy)
  return copy
}
