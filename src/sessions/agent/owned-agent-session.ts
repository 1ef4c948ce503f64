import type { AgentSessionCapabilities, AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { CapabilityProfile } from '../../capabilities/profile.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { TurnOptions } from '../../run/api/options.ts'
import type { ElicitationAnswer, PermissionAnswer, Run } from '../../run/api/run.ts'
import type { AskOptions } from '../agent-session.ts'
import type { ActionResult, ActionSummary, InvokeOptions } from '../action.ts'
import type { AgentIdentity, AgentIdentityInput } from '../identity.ts'
import type { AgentSnapshot } from './agent-snapshot.ts'
import type { ManagedSession } from '../managed-session.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { MessageContext, MessageReceipt } from '../messages/receipt.ts'
import type {
  InboxItem,
  InboxQuery,
  Participant,
  ReplyOptions,
  SendOptions,
  SendResult,
} from '../participant.ts'
import type { RunSession } from '../../run/session.ts'
import type { Attachment } from '../../run/api/options.ts'
import type { Sessions } from '../sessions.ts'
import type { AgentBackedSession } from './agent-backed-session.ts'
import type { TurnFollower } from './turn-follower.ts'

/** A registered agent session, as its owner controls it. */
export class OwnedAgentSession implements ManagedSession {
  readonly kind = 'session'
  readonly #managed: ManagedSession
  readonly #session: AgentBackedSession
  readonly #sessions: Pick<Sessions, 'leave'>

  constructor(managed: ManagedSession, session: AgentBackedSession, sessions: Pick<Sessions, 'leave'>) {
    this.#managed = managed
    this.#session = session
    this.#sessions = sessions
  }

  get identity(): AgentIdentity {
    return this.#managed.identity
  }

  get status(): AgentStatus {
    return this.#managed.status
  }

  get capabilities(): AgentSessionCapabilities {
    return this.#managed.capabilities
  }

  get profile(): CapabilityProfile {
    return this.#managed.profile
  }

  /** The agent’s own session id; empty until the agent has reported one. */
  get agentSessionId(): string {
    return this.#session.agentSessionId
  }

  /** The conversation with the agent: its profile, its settings and the agent's own session. */
  get conversation(): RunSession {
    return this.#session.conversation
  }

  /** The data needed to resume the session, as plain JSON without secrets. */
  get origin(): AgentSnapshot {
    return this.#session.origin
  }

  /** Lets the owner read the turns that messages start. */
  followWith(follower: TurnFollower | undefined): void {
    this.#session.follower = follower
  }

  /** Sends a message into the running turn; false if no turn is running or the agent accepts none. */
  async steer(text: string, attachments?: readonly Attachment[]): Promise<boolean> {
    return this.#session.canSteer && (await this.#session.conversation.steer(text, attachments))
  }

  /** Stops the agent and takes the session offline; it can be opened again from its `origin`. */
  async stop(reason: string): Promise<void> {
    await this.#session.stop(reason)
    this.#sessions.leave(this.identity.id, reason)
  }

  /**
   * Sends a prompt; queued `next-message` messages are put in front of it.
   * @throws CapstanError `SESSION_BUSY` during a turn, `SESSION_NOT_READY` while paused or offline.
   */
  prompt(text: string, options?: TurnOptions): Run {
    return this.#session.prompt(text, options)
  }

  /**
   * Sends a prompt once the running turn has ended; prompts keep their order and go before messages.
   * @throws CapstanError `SESSION_NOT_READY` while paused or offline, `ABORTED` if the signal aborts while it waits.
   */
  ask(text: string, options?: AskOptions): Promise<Run> {
    return this.#session.ask(text, options)
  }

  /** Receives every agent event. Returns a function that unsubscribes. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#session.subscribe(listener)
  }

  /** Answers a request of the agent, by the id in its event. */
  respond(requestId: string, answer: PermissionAnswer | ElicitationAnswer): void {
    this.#session.respond(requestId, answer)
  }

  get release(): ManagedSession['release'] {
    return this.#managed.release
  }

  /** Interrupts the running turn, keeps the process and holds new messages. */
  get pause(): ManagedSession['pause'] {
    return this.#managed.pause
  }

  /** Ends a pause; restarts an agent that has ended and resumes its session. */
  get resume(): ManagedSession['resume'] {
    return this.#managed.resume
  }

  get snapshot(): ManagedSession['snapshot'] {
    return this.#managed.snapshot
  }

  /** Opens a session with the same agent and conversation in its own process. */
  get fork(): ((identity?: AgentIdentityInput) => Promise<OwnedAgentSession>) | undefined {
    const { fork } = this.#managed
    return fork === undefined ? undefined : async (identity) => this.#forked(await fork(identity))
  }

  receiveMessage(message: SessionMessage, context: MessageContext): Promise<MessageReceipt> {
    return this.#managed.receiveMessage(message, context)
  }

  flush(): Promise<number> {
    return this.#managed.flush()
  }

  beforePrompt(): Promise<number> {
    return this.#managed.beforePrompt()
  }

  send(options: SendOptions): SendResult {
    return this.#managed.send(options)
  }

  reply(messageId: string, options: ReplyOptions): SendResult {
    return this.#managed.reply(messageId, options)
  }

  inbox(query?: InboxQuery): InboxItem[] {
    return this.#managed.inbox(query)
  }

  markRead(messageIds?: readonly string[]): number {
    return this.#managed.markRead(messageIds)
  }

  markAllRead(): Promise<number> {
    return this.#managed.markAllRead()
  }

  thread(messageId: string): SessionMessage[] {
    return this.#managed.thread(messageId)
  }

  receipts(messageId: string): ReturnType<Participant['receipts']> {
    return this.#managed.receipts(messageId)
  }

  actions(): ActionSummary[] {
    return this.#managed.actions()
  }

  invoke(action: string, input: unknown, options?: InvokeOptions): Promise<ActionResult> {
    return this.#managed.invoke(action, input, options)
  }

  #forked(managed: ManagedSession): OwnedAgentSession {
    const session = this.#session.takeFork(managed.identity.id)
    // The registry registers exactly the session that fork returned.
    return new OwnedAgentSession(managed, session as AgentBackedSession, this.#sessions)
  }
}
