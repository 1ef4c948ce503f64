import { resolve as absolute } from 'node:path'
import { CapstanError } from '../../core/capstan-error.ts'
import { createId } from '../../core/ids.ts'
import { RpcFault } from '../../acp/wire/rpc-fault.ts'
import type { ElicitationOutcome, ElicitationRequestedEvent } from '../../events/elicitation.ts'
import type { AgentEvent } from '../../events/event.ts'
import type {
  PermissionOption,
  PermissionOutcome,
  PermissionRequestedEvent,
} from '../../events/permission.ts'
import type { ToolCallPatch } from '../../events/tools/tool-call.ts'
import { type CallGrant, shownGrant } from './call-grant.ts'
import { isAllowed, outcomeFor, outcomeOnce } from './permission-outcome.ts'
import { decide } from './decide-permission.ts'
import type { PermissionPolicy } from '../api/permission-policy.ts'
import { basicPolicy, refuses } from '../api/permission-rules.ts'
import { questionOf } from './permission-question.ts'
import type { ElicitationAnswer, PermissionAnswer } from '../api/run.ts'
import { isSameCommand } from './same-command.ts'

export interface PermissionBrokerOptions {
  policy: PermissionPolicy
  /** The folders in which `allow-reads` allows reading. */
  roots: readonly string[]
  /** Whether a reader of the events can answer. */
  isAttended: () => boolean
  onEvent: (event: AgentEvent) => void
  onWarning: (message: string) => void
}

/** The options of a permission request that Capstan creates because the agent did not ask. */
const ownOptions: PermissionOption[] = [
  { optionId: 'allow', name: 'Allow', kind: 'allow-once' },
  { optionId: 'refuse', name: 'Refuse', kind: 'reject-once' },
]

type Answer = PermissionAnswer | ElicitationAnswer

/** Called when a request is allowed, before the agent gets the answer. */
export type OnAllowed = (grant: CallGrant) => Promise<void>

/** The broker, as conversations use it. */
export type Broker = Pick<
  PermissionBroker,
  'permission' | 'elicitation' | 'allowRead' | 'allowWrite' | 'allowCommand'
>

/** Answers an agent's questions, by the policy or by the reader of the events. */
export class PermissionBroker {
  readonly #options: PermissionBrokerOptions
  /** Not a request correlator: a cancelled question gets an answer, never an error. */
  readonly #open = new Map<string, (answer: Answer) => void>()
  /** Requests in progress; an answer may arrive before the broker waits for it. */
  readonly #deciding = new Map<string, { options: readonly PermissionOption[]; early?: Answer }>()
  readonly #calls = new Map<string, ToolCallPatch>()
  /** The paths and commands allowed in this turn, each for one use. */
  readonly #paths = new Set<string>()
  readonly #commands: string[] = []
  #isCancelled = false

  constructor(options: PermissionBrokerOptions) {
    this.#options = options
  }

  /** Whether a decision is pending. */
  get isWaiting(): boolean {
    return this.#open.size > 0 || this.#deciding.size > 0
  }

  /** Remembers tool calls, because a later request may have fewer details. */
  observe(event: AgentEvent): void {
    if (event.type !== 'tool.called' && event.type !== 'tool.updated') return
    const { toolCallId, status } = event
    if (status === 'completed' || status === 'failed' || status === 'cancelled')
      this.#calls.delete(toolCallId)
    else this.#calls.set(toolCallId, { ...this.#calls.get(toolCallId), ...event })
  }

  /** Denies all open requests, because no reader is left to answer them. */
  refuseOpen(): void {
    for (const settle of this.#open.values()) settle('deny')
  }

  /** Cancels all requests of the turn, open and later ones. */
  cancel(): void {
    this.#isCancelled = true
    for (const settle of this.#open.values()) settle('cancel')
  }

  /** Ends a turn: its permissions do not apply to the next one. */
  endTurn(): void {
    this.cancel()
    this.#calls.clear()
    this.#paths.clear()
    this.#commands.length = 0
    this.#isCancelled = false
  }

  async permission(
    request: PermissionRequestedEvent,
    signal: AbortSignal,
    onAllowed?: OnAllowed,
  ): Promise<PermissionOutcome> {
    this.#deciding.set(request.requestId, { options: request.options })
    try {
      return await this.#decide(request, { signal, onAllowed })
    } finally {
      this.#deciding.delete(request.requestId)
    }
  }

  async #decide(
    request: PermissionRequestedEvent,
    { signal, onAllowed }: { signal: AbortSignal; onAllowed: OnAllowed | undefined },
  ): Promise<PermissionOutcome> {
    const { subject } = request
    const id = subject?.type === 'tool-call' ? subject.toolCall.toolCallId : undefined
    const [root = ''] = this.#options.roots
    const question = questionOf(request, id === undefined ? undefined : this.#calls.get(id))
    const decision = await decide(this.#options.policy, question, { roots: this.#options.roots })
    if (decision.problem !== undefined) this.#options.onWarning(decision.problem)
    const answer = decision.answer === 'ask' ? await this.#askPerson(request, signal) : decision.answer
    const outcome = this.#outcomeOf(answer, request, { isPolicy: decision.grant !== undefined })
    if (isAllowed(outcome, request.options)) {
      if (changesFiles.has(question.kind))
        for (const path of question.paths) this.#paths.add(absolute(root, path))
      if (question.command !== undefined) this.#commands.push(question.command)
      await onAllowed?.(decision.grant ?? shownGrant(question))
    }
    return outcome
  }

  /** Rules and policies allow single calls, and rules that refuse need every later question. */
  #outcomeOf(
    answer: PermissionAnswer,
    { options }: PermissionRequestedEvent,
    { isPolicy }: { isPolicy: boolean },
  ): PermissionOutcome {
    const outcome = outcomeFor(answer, options)
    if (!isPolicy && !refuses(this.#options.policy)) return outcome
    const once = outcomeOnce(outcome, options)
    if (once !== outcome) {
      this.#options.onWarning(
        isAllowed(once, options)
          ? 'The call was allowed once: rules that refuse commands or tools need every question of the agent'
          : 'The call was refused: the agent offers no option to allow it once',
      )
    }
    return once
  }

  async elicitation(request: ElicitationRequestedEvent, signal: AbortSignal): Promise<ElicitationOutcome> {
    if (basicPolicy(this.#options.policy) === 'deny' || !this.#options.isAttended())
      return { type: 'cancelled' }
    const answer = await this.#wait(request.requestId, signal)
    if (typeof answer !== 'object' || !('action' in answer)) return { type: 'cancelled' }
    if (answer.action !== 'accept') {
      return { type: answer.action === 'decline' ? 'declined' : 'cancelled' }
    }
    const { content } = answer
    return { type: 'accepted', ...(content === undefined ? {} : { content: { ...content } }) }
  }

  /** Resolves if Capstan may read a file of the workspace for the agent: every policy but `deny` allows that. */
  async allowRead(path: string): Promise<void> {
    if (basicPolicy(this.#options.policy) === 'deny')
      throw new RpcFault(permissionDenied, `Read ${path} was refused`)
  }

  /** Resolves if Capstan may write a file for the agent: already allowed, or allowed now. */
  async allowWrite(path: string, sessionId?: string): Promise<void> {
    if (this.#paths.has(absolute(path))) return
    await this.#askOwn({
      ...(sessionId === undefined ? {} : { sessionId }),
      title: `Write ${path}`,
      subject: {
        type: 'tool-call',
        toolCall: {
          toolCallId: createId('write'),
          kind: 'edit',
          title: `Write ${path}`,
          locations: [{ path }],
        },
      },
    })
  }

  /** Resolves if Capstan may run a command for the agent: already allowed, or allowed now. */
  async allowCommand({ command, cwd }: { command: string; cwd: string }, sessionId?: string): Promise<void> {
    const allowed = this.#commands.findIndex((known) => isSameCommand(command, known))
    if (allowed !== -1) {
      this.#commands.splice(allowed, 1)
      return
    }
    await this.#askOwn({
      ...(sessionId === undefined ? {} : { sessionId }),
      title: `Run ${command}`,
      subject: { type: 'command', command, cwd },
    })
  }

  /** Answers an open request. @throws ValidationError for an invalid answer; the request stays open then. */
  respond(requestId: string, answer: Answer): void {
    const settle = this.#open.get(requestId)
    const deciding = this.#deciding.get(requestId)
    if (deciding !== undefined) outcomeFor(permissionAnswer(answer), deciding.options)
    if (settle !== undefined) settle(answer)
    else if (deciding !== undefined) deciding.early = answer
    else {
      throw new CapstanError('REQUEST_NOT_OPEN', `The request ${requestId} is not open`, {
        hint: 'Answer each request once, before its turn ends.',
      })
    }
  }

  async #askOwn(question: Pick<PermissionRequestedEvent, 'sessionId' | 'title' | 'subject'>): Promise<void> {
    const { onEvent } = this.#options
    const request: PermissionRequestedEvent = {
      type: 'permission.requested',
      requestId: createId('permission'),
      ...question,
      options: ownOptions,
    }
    onEvent(request)
    const outcome = await this.permission(request, new AbortController().signal)
    const { requestId, sessionId } = request
    onEvent({
      type: 'permission.resolved',
      requestId,
      outcome,
      ...(sessionId === undefined ? {} : { sessionId }),
    })
    if (!isAllowed(outcome, ownOptions)) {
      throw new RpcFault(permissionDenied, `${question.title ?? 'This'} was refused`)
    }
  }

  #askPerson(request: PermissionRequestedEvent, signal: AbortSignal): Promise<PermissionAnswer> {
    if (!this.#options.isAttended()) {
      this.#options.onWarning(
        `${request.title ?? 'A request'} was refused: no reader of the run's events could answer`,
      )
      return Promise.resolve('deny')
    }
    return this.#wait(request.requestId, signal).then(permissionAnswer)
  }

  #wait(requestId: string, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        this.#open.delete(requestId)
        signal.removeEventListener('abort', drop)
        resolve(answer)
      }
      const drop = (): void => settle('cancel')
      const early = this.#deciding.get(requestId)?.early
      if (early !== undefined) return resolve(early)
      if (signal.aborted || this.#isCancelled) return resolve('cancel')
      signal.addEventListener('abort', drop, { once: true })
      this.#open.set(requestId, settle)
    })
  }
}

/** The tool kinds whose permission includes writing the file. */
const changesFiles: ReadonlySet<string | undefined> = new Set(['edit', 'delete', 'move'])

/** Accepts an elicitation answer for a permission request. */
function permissionAnswer(answer: Answer): PermissionAnswer {
  if (typeof answer === 'object' && 'action' in answer) return answer.action === 'accept' ? 'allow' : 'deny'
  return answer
}

/** The error code for a refused client request. */
const permissionDenied = -32000
