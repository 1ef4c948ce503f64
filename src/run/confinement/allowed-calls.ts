import type { AgentEvent } from '../../events/event.ts'
import type {
  PermissionOption,
  PermissionOutcome,
  PermissionRequestedEvent,
} from '../../events/permission.ts'
import type { ToolCalledEvent, ToolUpdatedEvent } from '../../events/tools/tool-call.ts'
import type { PermissionQuestion } from '../api/permission-policy.ts'
import { questionOf } from '../permissions/permission-question.ts'

/** How an allowed call gets what it needs: returns a function that takes it away. */
export type OpenFor = (question: PermissionQuestion) => Promise<() => void>

const ended: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

/** Opens the sandbox for a tool call that was allowed, until the call or the turn ends. */
export class AllowedCalls {
  readonly #openFor: OpenFor
  readonly #open = new Map<string, () => void>()
  /** What the agent has reported of its calls: a request may say less. */
  readonly #known = new Map<string, ToolCalledEvent | ToolUpdatedEvent>()

  constructor(openFor: OpenFor) {
    this.#openFor = openFor
  }

  /** Call it before the agent gets the answer. */
  async answered(request: PermissionRequestedEvent, outcome: PermissionOutcome): Promise<void> {
    if (!isAllowed(outcome, request.options)) return
    const { requestId, subject } = request
    const id = subject?.type === 'tool-call' ? subject.toolCall.toolCallId : requestId
    const before = this.#open.get(id)
    this.#open.set(id, await this.#openFor(questionOf(request, this.#known.get(id))))
    before?.()
  }

  observe(event: AgentEvent): void {
    if (event.type !== 'tool.called' && event.type !== 'tool.updated') return
    const { toolCallId } = event
    if (ended.has(event.status)) this.#close(toolCallId)
    else this.#known.set(toolCallId, { ...this.#known.get(toolCallId), ...event } as typeof event)
  }

  endTurn(): void {
    for (const id of this.#open.keys()) this.#close(id)
    this.#known.clear()
  }

  #close(id: string): void {
    this.#open.get(id)?.()
    this.#open.delete(id)
    this.#known.delete(id)
  }
}

/** Whether the answer allows the request. */
export function isAllowed(outcome: PermissionOutcome, options: readonly PermissionOption[]): boolean {
  if (outcome.type !== 'selected') return false
  const chosen = options.find(({ optionId }) => optionId === outcome.optionId)
  return chosen?.kind === 'allow-once' || chosen?.kind === 'allow-always'
}
