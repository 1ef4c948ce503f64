import type { AgentSessionCapabilities } from '../../capabilities/ecosystems/relay/types.ts'
import { frozenCopy } from '../../capabilities/frozen-copy.ts'

/** More declarations than there are kinds of sessions; a kind that is forgotten is only kept twice. */
const mostKept = 256
const kept = new Map<string, AgentSessionCapabilities>()

/** A frozen copy, and the same one for all who declare the same: sessions of one kind are many. */
export function sharedCapabilities(capabilities: AgentSessionCapabilities): AgentSessionCapabilities {
  const key = JSON.stringify(capabilities)
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= mostKept) kept.clear()
  const copy = frozenCopy(capabilities)
  kept.set(key, copy)
  return copy
}
