import type { EventSink } from '../acp/session-options.ts'
import type { DialogMessage, LiveDialog } from '../agents/live-dialog.ts'
import type { PermissionOutcome, PermissionRequestedEvent } from '../events/permission.ts'
import type { Desk } from './permission-desk.ts'

export interface LiveQuestionsOptions {
  desk: Desk
  dialog: LiveDialog
  onEvent: EventSink
  send: (messages: readonly DialogMessage[]) => void
}

/** Puts what an agent asks before the desk, and gives it the answers. */
export class LiveQuestions {
  readonly #options: LiveQuestionsOptions
  readonly #open = new Map<string, AbortController>()

  constructor(options: LiveQuestionsOptions) {
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

  /** What cannot be decided is not allowed. */
  async #decide(request: PermissionRequestedEvent): Promise<PermissionOutcome> {
    const controller = new AbortController()
    this.#open.set(request.requestId, controller)
    try {
      return await this.#options.desk.permission(request, controller.signal)
    } catch {
      return { type: 'cancelled' }
    } finally {
      this.#open.delete(request.requestId)
    }
  }
}
