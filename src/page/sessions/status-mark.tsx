import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'

/** A status as word and colour. */
export function StatusMark({ status }: { status: AgentStatus }) {
  return <span class={`status dot ${status}`}>{status}</span>
}
