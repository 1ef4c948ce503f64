import type { AgentStatus } from '../../../capabilities/ecosystems/relay/types.ts'

const shapes: Readonly<Record<AgentStatus, string>> = {
  starting: '◌',
  active: '▶',
  idle: '●',
  waiting: '◔',
  blocked: '!',
  paused: '‖',
  releasing: '◌',
  released: '○',
  offline: '○',
  failed: '✕',
}

/** A status as shape, word and colour. */
export function StatusMark({ status }: { status: AgentStatus }) {
  return (
    <span class={`status ${status}`}>
      <span aria-hidden="true">{shapes[status]}</span> {status}
    </span>
  )
}
