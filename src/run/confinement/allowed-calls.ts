import type { AgentEvent } from '../../events/event.ts'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { CallGrant } from '../permissions/call-grant.ts'

/** How an allowed call gets what it needs: returns a function that takes it away. */
export type OpenFor = (grant: CallGrant) => Promise<() => void>

const ended: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

/** Opens the sandbox for a tool call that was allowed, until the call or the turn ends. */
export class AllowedCalls {
  readonly #openFor: OpenFor
  readonly #open = new Map<string, () => void>()
  #turn = 0

  constructor(openFor: OpenFor) {
    this.#openFor = openFor
  }

  /** Call it before the agent gets the answer. */
  async allowed({ requestId, subject }: PermissionRequestedEvent, grant: CallGrant): Promise<void> {
    if (grant.writes === 'none' && grant.hosts.length === 0) return
    const id = subject?.type === 'tool-call' ? subject.toolCall.toolCallId : requestId
    const turn = this.#turn
    const close = await this.#openFor(grant)
    // The turn was canceled meanwhile: nothing else would close it.
    if (turn !== this.#turn) return close()
    const before = this.#open.get(id)
    this.#open.set(id, close)
    before?.()
  }

  observe(event: AgentEvent): void {
    if (event.type !== 'tool.called' && event.type !== 'tool.updated') return
    if (ended.has(event.status)) this.#close(event.toolCallId)
  }

  endTurn(): void {
    this.#turn++
    for (const id of this.#open.keys()) this.#close(id)
  }

  #close(id: string): void {
    this.#open.get(id)?.()
    this.#open.delete(id)
  }
}
