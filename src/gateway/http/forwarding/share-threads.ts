import type { AgentThreads } from '../../threads/agent-threads.ts'
import type { ThreadStore } from '../../threads/thread-store.ts'
import { ThreadForwarding } from './thread-forwarding.ts'

/** Stops the threads that another gateway may take over, and reaches the gateways that own the others. */
export function shareThreads(
  { shared }: ThreadStore,
  { token, agents }: { token: string; agents: ReadonlyMap<string, AgentThreads> },
): ThreadForwarding | undefined {
  shared?.onLost((ids) => {
    for (const agent of agents.values()) {
      for (const id of ids) void agent.closeThread(id, 'another gateway may take the thread over')
    }
  })
  return shared === undefined ? undefined : new ThreadForwarding(shared, token)
}
