import type { AgentSessionCapabilities, AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { CapabilityProfile } from '../../capabilities/profile.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { TurnOptions } from '../../run/api/options.ts'
import type { ElicitationAnswer, PermissionAnswer, Run } from '../../run/api/run.ts'
import type { ActionResult, ActionSummary, InvokeOptions } from '../action.ts'
import type { AgentIdentity, AgentIdentityInput } from '../identity.ts'
import type { ManagedSession } from '../managed-session.ts'
import type { SessionMessage } from '../messages/message.ts'
import type {
  InboxItem,
  InboxQuery,
  Participant,
  ReplyOptions,
  SendOptions,
  SendResult,
} from '../participant.ts'
import type { AgentBackedSession } from './agent-backed-session.ts'

/** A session with an agent that is looked after, in the hands of its owner. */
export class OwnedAgentSession implements ManagedSession {
  readonly kind = 'session'
  readonly #managed: ManagedSession
  readonly #session: AgentBackedSession

  constructor(managed: ManagedSession, session: AgentBackedSession) {
    this.#managed = managed
    this.#session = session
    session.beforePrompt = () => void managed.beforePrompt()
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

  /** The agent’s own id of the session; empty until it has told one. */
  get agentSessionId(): string {
    return this.#session.agentSessionId
  }

  /**
   * Gives the agent a prompt; what was sent `next-message` surfaces in front of it.
   * @throws CapstanError `SESSION_BUSY` while a turn runs, `SESSION_NOT_READY` while it is paused or away.
   */
  prompt(text: string, options?: TurnOptions): Run {
    return this.#session.prompt(text, options)
  }

  /** Gets every event of the agent as it comes, in full. Gives a function that ends it. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#session.subscribe(listener)
  }

  /** Answers what the agent asks, by the id in its event, in whichever turn it does. */
  respond(requestId: string, answer: PermissionAnswer | ElicitationAnswer): void {
    this.#session.respond(requestId, answer)
  }

  get release(): ManagedSession['release'] {
    return this.#managed.release
  }

  /** Interrupts the turn that runs, keeps the process, and holds what is sent. */
  get pause(): ManagedSession['pause'] {
    return this.#managed.pause
  }

  /** Ends a pause; an agent that is gone is started again and goes on with its session. */
  get resume(): ManagedSession['resume'] {
    return this.#managed.resume
  }

  get snapshot(): ManagedSession['snapshot'] {
    return this.#managed.snapshot
  }

  /** Another session with the same agent that knows what this one knows, in a process of its own. */
  get fork(): ((identity?: AgentIdentityInput) => Promise<OwnedAgentSession>) | undefined {
    const { fork } = this.#managed
    return fork === undefined ? undefined : async (identity) => this.#forked(await fork(identity))
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
    // Whoever looks after the session registers exactly what fork gave.
    return new OwnedAgentSession(managed, session as AgentBackedSession)
  }
}
