import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'

/** A status as text and color. */
export function StatusMark({ status }: { status: AgentStatus }) {
  return <span class={`status dot ${status}`}>{status}</span>
}
