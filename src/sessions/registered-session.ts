import type { AgentSessionCapabilities, AgentStatus } from '../capabilities/ecosystems/relay/types.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import type { ActionResult, ActionSummary, InvokeOptions } from './action.ts'
import type { AgentSession } from './agent-session.ts'
import { declarationIssues } from './check/check-session.ts'
import type { DeliveryScheduler } from './delivery-scheduler.ts'
import type { Recipient } from './delivery/recipient.ts'
import type { Directory } from './directory.ts'
import { changedParts, deriveCapabilities } from './events/derived-capabilities.ts'
import { Intake } from './events/intake.ts'
import { sharedCapabilities } from './events/shared-capabilities.ts'
import { RegisteredParticipant, type ParticipantOptions } from './registered-participant.ts'
import type { SessionsContext } from './context.ts'
import {
  type LifecycleMethods,
  type LifecycleSession,
  SessionLifecycle,
  type SessionOwner,
} from './lifecycle.ts'
import type { ManagedSession } from './managed-session.ts'
import type { Messaging } from './messages/messaging.ts'
import type { SessionMessage } from './messages/message.ts'
import { profileOf, refusalOf } from './negotiation.ts'
import type { MessageContext, MessageReceipt } from './messages/receipt.ts'
import { mayFollow, type OwnerDecision } from './status-machine.ts'

export interface RegisteredSessionOptions extends Omit<ParticipantOptions, 'kind'> {
  session: AgentSession
  scheduler: DeliveryScheduler
  owner: SessionOwner
  status: AgentStatus
  safeStates: readonly AgentStatus[]
}

/** A registered session. */
export class RegisteredSession
  extends RegisteredParticipant<'session'>
  implements ManagedSession, Recipient, LifecycleSession
{
  readonly id: string
  readonly safeStates: readonly AgentStatus[]
  declare readonly ask?: ManagedSession['ask']
  declare readonly release?: ManagedSession['release']
  declare readonly pause?: ManagedSession['pause']
  declare readonly resume?: ManagedSession['resume']
  declare readonly fork?: ManagedSession['fork']
  declare readonly snapshot?: ManagedSession['snapshot']
  readonly #context: SessionsContext
  readonly #session: AgentSession
  readonly #scheduler: DeliveryScheduler
  readonly #directory: Directory
  readonly #lifecycle: SessionLifecycle
  readonly #intake: Intake
  readonly #messaging: Messaging
  #status: AgentStatus
  #declared: AgentSessionCapabilities
  #capabilities: AgentSessionCapabilities
  #profile: CapabilityProfile
  /** Events reported before the registration is complete. */
  #early: unknown[] | undefined = []
  #unsubscribe: (() => void) | undefined

  constructor(options: RegisteredSessionOptions) {
    super({ ...options, kind: 'session' })
    const { context, session, scheduler, directory, owner, status, safeStates, identity } = options
    this.id = identity.id
    this.#context = context
    this.#session = session
    this.#scheduler = scheduler
    this.#directory = directory
    this.#status = status
    this.safeStates = safeStates
    this.#messaging = options.messaging
    if (session.ask !== undefined) this.ask = session.ask.bind(session)
    this.#declared = sharedCapabilities(session.capabilities)
    this.#capabilities = deriveCapabilities(this.#declared, status)
    this.#profile = profileOf(this.id, this.#capabilities)
    this.#lifecycle = new SessionLifecycle({
      context,
      session,
      scheduler,
      directory,
      owner,
      registered: this,
    })
    this.#intake = new Intake({
      context,
      scheduler,
      sessionId: this.id,
      capabilities: () => this.#capabilities,
      onStatus: (next, reason) => this.#lifecycle.reported(next, reason),
    })
    this.#offerMethods()
  }

  get status(): AgentStatus {
    return this.#status
  }

  get declared(): AgentSessionCapabilities {
    return this.#declared
  }

  get capabilities(): AgentSessionCapabilities {
    return this.#capabilities
  }

  get profile(): CapabilityProfile {
    return this.#profile
  }

  receiveMessage(message: SessionMessage, context: MessageContext): Promise<MessageReceipt> {
    return this.#session.receiveMessage(message, context)
  }

  async stop(reason: string): Promise<void> {
    await this.#session.stop?.(reason)
  }

  flush(): Promise<number> {
    return this.#scheduler.reached(this.id, 'manual')
  }

  beforePrompt(): Promise<number> {
    return this.#scheduler.reached(this.id, 'next-message')
  }

  override actions(): ActionSummary[] {
    return refusalOf(this.#profile, { actions: 'invoke' }) === undefined ? super.actions() : []
  }

  override async invoke(action: string, input: unknown, options?: InvokeOptions): Promise<ActionResult> {
    const refusal = refusalOf(this.#profile, { actions: 'invoke' })
    if (refusal !== undefined) throw refusal
    return super.invoke(action, input, options)
  }

  /** Subscribes to the session. Events reported before `begin` are kept until then. */
  listen(): void {
    this.#unsubscribe = this.#session.onEvent?.((event) => {
      if (this.#early === undefined) return this.#intake.take(event)
      this.#early.push(event)
      return undefined
    })
  }

  /** Completes the registration: processes the kept events and starts deliveries. */
  begin(): void {
    const early = this.#early ?? []
    this.#early = undefined
    this.#session.connect?.({
      beforePrompt: () => this.beforePrompt(),
      answer: (deliveryId, outcome) => this.#messaging.answer(deliveryId, outcome),
    })
    this.#scheduler.attach(this)
    for (const event of early) void this.#intake.take(event)
  }

  /** Unsubscribes from the session. */
  stopListening(): void {
    const unsubscribe = this.#unsubscribe
    this.#unsubscribe = undefined
    try {
      unsubscribe?.()
    } catch (error) {
      this.#context.warn(`The session ${this.id} threw while unsubscribing`, error)
    }
  }

  /** Sets and logs a status and applies its effects. Returns false if it cannot follow the current one. */
  become(
    status: AgentStatus,
    { reason, decision }: { reason?: string; decision?: OwnerDecision | undefined } = {},
  ): boolean {
    const previousStatus = this.#status
    if (status === previousStatus) return true
    if (!mayFollow(previousStatus, status, { decision })) return false
    // The session has the status, whether the store takes it or not.
    this.#status = status
    this.#context.unsaved.attempt(`status ${this.id}`, `Could not store the status of ${this.id}`, () =>
      this.#saveStatus(reason),
    )
    this.#deriveAgain()
    this.#scheduler.changed(this.id)
    return true
  }

  #saveStatus(reason: string | undefined): void {
    const status = this.#status
    const { status: previousStatus } = this.#directory.record(this.id) ?? {}
    if (status === previousStatus) return
    const { origin } = this.#session
    this.#directory.change(this.id, { status, ...(origin === undefined ? {} : { origin }) }, () => {
      this.#context.log.append(this.id, {
        type: 'status.changed',
        status,
        ...(previousStatus === undefined ? {} : { previousStatus }),
        ...(reason === undefined ? {} : { reason }),
      })
    })
  }

  /** Reads the declared capabilities again and logs what changed. */
  #deriveAgain(): void {
    const declared = this.#readDeclared()
    const capabilities = deriveCapabilities(declared, this.#status)
    const changed = changedParts(this.#capabilities, capabilities)
    if (changed.length === 0) return
    this.#declared = declared
    this.#capabilities = capabilities
    this.#profile = profileOf(this.id, capabilities)
    this.#offerMethods()
    const problem = `Could not store the capabilities of ${this.id}`
    this.#context.unsaved.attempt(`capabilities ${this.id}`, problem, () =>
      this.#directory.change(this.id, { capabilities: declared }, () => {
        const message = `The capabilities of the session changed: ${changed.join(', ')}`
        this.#context.log.append(this.id, { type: 'log', level: 'info', message })
      }),
    )
  }

  /** The declared capabilities, or the previous ones if they are invalid. */
  #readDeclared(): AgentSessionCapabilities {
    const { capabilities } = this.#session
    const [issue] = declarationIssues(this.#session)
    if (issue === undefined) return sharedCapabilities(capabilities)
    const error = `Ignored invalid capabilities of the session: ${issue.path.join('.')} ${issue.message}`
    this.#context.unsaved.attempt(`declaration ${this.id}`, error, () => {
      this.#context.log.append(this.id, { type: 'error', error, code: 'VALIDATION_ERROR' })
    })
    return this.#declared
  }

  /** Offers each lifecycle method only if it is declared. */
  #offerMethods(): void {
    const methods: LifecycleMethods = this.#lifecycle.methods
    for (const name of Object.keys(methods) as (keyof LifecycleMethods)[]) {
      const isDeclared = this.#capabilities.lifecycle[name] === true
      if (isDeclared)
        Object.defineProperty(this, name, { value: methods[name], configurable: true, enumerable: true })
      else Reflect.deleteProperty(this, name)
    }
  }
}
