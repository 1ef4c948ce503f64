import { createId } from '../core/ids.ts'
import type { ElicitationOutcome } from '../events/elicitation.ts'
import type { PermissionOutcome, PermissionRequestedEvent } from '../events/permission.ts'
import { type ApprovalForm, formFromOutcome, permissionFromForm } from './approval-form.ts'
import { elicitationFrom, elicitationOutcomeToAcp } from './reading/elicitation.ts'
import { permissionFromV1, permissionFromV2, permissionOutcomeToAcp } from './reading/permission.ts'
import { invalidParams, methodNotFound, RpcFault } from './wire/rpc-fault.ts'
import type { EventSink, SessionHandlers } from './session-options.ts'

export interface PendingQuestionsOptions {
  protocolVersion: 1 | 2
  handlers: SessionHandlers
  onEvent: EventSink
  /** The form of an agent that asks for permission by elicitation. */
  approvalForm?: ApprovalForm | undefined
}

/** The questions of an agent during a turn. Each question and each answer is emitted as an event. */
export class PendingQuestions {
  readonly #options: PendingQuestionsOptions
  #cancellation: AbortController | undefined
  #count = 0

  constructor(options: PendingQuestionsOptions) {
    this.#options = options
  }

  /** The number of open questions. */
  get count(): number {
    return this.#count
  }

  /** Starts a turn: cancellations of earlier turns no longer apply. */
  open(): void {
    this.#cancellation = undefined
  }

  /** Answers all open and later questions of this turn with `cancelled`. */
  cancelAll(): void {
    this.#controller.abort()
  }

  async permission(params: unknown, signal: AbortSignal): Promise<unknown> {
    const { protocolVersion } = this.#options
    const read = protocolVersion === 1 ? permissionFromV1 : permissionFromV2
    const request = read(createId('permission'), params)
    if (request === undefined) throw new RpcFault(invalidParams, 'The permission request has no options')
    return permissionOutcomeToAcp(await this.#permit(request, signal))
  }

  async #permit(request: PermissionRequestedEvent, signal: AbortSignal): Promise<PermissionOutcome> {
    const { handlers, onEvent } = this.#options
    void onEvent(request)
    const outcome = await this.#ask<PermissionOutcome>(signal, {
      answer: (whenDropped) => handlers.permission(request, whenDropped),
      dropped: { type: 'cancelled' },
    })
    const { requestId, sessionId } = request
    void onEvent({
      type: 'permission.resolved',
      requestId,
      outcome,
      ...(sessionId === undefined ? {} : { sessionId }),
    })
    return outcome
  }

  async elicitation(params: unknown, signal: AbortSignal): Promise<unknown> {
    const { handlers, onEvent, approvalForm } = this.#options
    const elicitation = handlers.elicitation?.bind(handlers)
    if (elicitation === undefined) throw new RpcFault(methodNotFound, 'No client answers elicitations')
    const request = elicitationFrom(createId('elicitation'), params)
    if (request === undefined) throw new RpcFault(invalidParams, 'The elicitation cannot be read')
    const permission = approvalForm && permissionFromForm(request, approvalForm)
    if (approvalForm !== undefined && permission !== undefined) {
      const answer = await this.#permit(permission, signal)
      return elicitationOutcomeToAcp(formFromOutcome(answer, approvalForm))
    }
    void onEvent(request)
    const outcome = await this.#ask<ElicitationOutcome>(signal, {
      answer: (whenDropped) => elicitation(request, whenDropped),
      dropped: { type: 'cancelled' },
    })
    const { requestId, sessionId } = request
    void onEvent({
      type: 'elicitation.resolved',
      requestId,
      outcome,
      ...(sessionId === undefined ? {} : { sessionId }),
    })
    return elicitationOutcomeToAcp(outcome)
  }

  get #controller(): AbortController {
    this.#cancellation ??= new AbortController()
    return this.#cancellation
  }

  /** Waits for an answer until the agent withdraws the question or the turn is cancelled. */
  async #ask<Outcome>(
    signal: AbortSignal,
    { answer, dropped }: { answer: (signal: AbortSignal) => Promise<Outcome>; dropped: Outcome },
  ): Promise<Outcome> {
    const whenDropped = AbortSignal.any([signal, this.#controller.signal])
    if (whenDropped.aborted) return dropped
    const drop = Promise.withResolvers<Outcome>()
    const abort = (): void => drop.resolve(dropped)
    whenDropped.addEventListener('abort', abort, { once: true })
    this.#count++
    try {
      return await Promise.race([answer(whenDropped), drop.promise])
    } finally {
      this.#count--
      whenDropped.removeEventListener('abort', abort)
    }
  }
}
