import type { AgentEvent } from '../../events/event.ts'
import type {
  PermissionOption,
  PermissionOutcome,
  PermissionRequestedEvent,
} from '../../events/permission.ts'

/** How an allowed call gets what it needs: returns a function that takes it away. */
export type OpenFor = (request: PermissionRequestedEvent) => Promise<() => void>

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
  async answered(request: PermissionRequestedEvent, outcome: PermissionOutcome): Promise<void> {
    if (!isAllowed(outcome, request.options)) return
    const { requestId, subject } = request
    const id = subject?.type === 'tool-call' ? subject.toolCall.toolCallId : requestId
    const turn = this.#turn
    const close = await this.#openFor(request)
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

/** Whether the answer allows the request. */
export function isAllowed(outcome: PermissionOutcome, options: readonly PermissionOption[]): boolean {
  if (outcome.type !== 'selected') return false
  const chosen = options.find(({ optionId }) => optionId === outcome.optionId)
  return chosen?.kind === 'allow-once' || chosen?.kind === 'allow-always'
}
