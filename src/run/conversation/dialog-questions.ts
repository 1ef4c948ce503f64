import type { EventSink } from '../../acp/session-options.ts'
import type { DialogMessage, Dialog } from '../../agents/command-line/dialog.ts'
import type { PermissionOutcome, PermissionRequestedEvent } from '../../events/permission.ts'
import type { Broker } from '../permissions/permission-broker.ts'

export interface DialogQuestionsOptions {
  broker: Broker
  dialog: Dialog
  onEvent: EventSink
  send: (messages: readonly DialogMessage[]) => void
}

/** Passes an agent's permission requests to the broker, and the answers back to the agent. */
export class DialogQuestions {
  readonly #options: DialogQuestionsOptions
  readonly #open = new Map<string, AbortController>()

  constructor(options: DialogQuestionsOptions) {
    this.#options = options
  }

  async ask(request: PermissionRequestedEvent): Promise<void> {
    const { dialog, onEvent, send } = this.#options
    const { requestId, sessionId } = request
    const outcome = await this.#decide(request)
    void onEvent({
      type: 'permission.resolved',
      requestId,
      outcome,
      ...(sessionId === undefined ? {} : { sessionId }),
    })
    send(dialog.answer(requestId, outcome))
  }

  withdraw(requestId: string): void {
    this.#open.get(requestId)?.abort()
  }

  withdrawAll(): void {
    for (const controller of this.#open.values()) controller.abort()
  }

  /** Cancels the request if the decision fails. */
  async #decide(request: PermissionRequestedEvent): Promise<PermissionOutcome> {
    const controller = new AbortController()
    this.#open.set(request.requestId, controller)
    try {
      return await this.#options.broker.permission(request, controller.signal)
    } catch {
      return { type: 'cancelled' }
    } finally {
      this.#open.delete(request.requestId)
    }
  }
}
