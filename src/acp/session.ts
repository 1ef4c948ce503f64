import { CapabilityNotSupportedError } from '../capabilities/capability-not-supported-error.ts'
import { supportOf } from '../capabilities/profile.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { ConfigOption } from '../events/config-option.ts'
import type { ContentBlock } from '../events/content.ts'
import type { AgentEvent } from '../events/event.ts'
import { AgentRequestError } from './wire/agent-request-error.ts'
import { findOption, optionValues, type SessionState, sessionStateFrom } from './reading/config-options.ts'
import { contentToAcp } from './reading/content.ts'
import { requireAdvertised } from './gates.ts'
import type { Handshake } from './handshake.ts'
import type { JsonRpcPeer, RequestOptions } from './wire/peer.ts'
import type { ApprovalForm } from './approval-form.ts'
import { PendingQuestions } from './pending-questions.ts'
import type { EventSink, SessionHandlers, SessionOptions } from './session-options.ts'
import { TurnWatch, type WorkBefore } from './turn-watch.ts'
import { type TurnEnd, turnEndFromV1 } from './reading/turn-end.ts'

/** The part of the connection that a session needs. */
export interface SessionContext {
  readonly peer: JsonRpcPeer
  readonly handshake: Handshake
  /** Prompts for settings without a session option, by category, with a `{value}` placeholder. */
  readonly optionPrompts: Readonly<Record<string, string>>
  readonly approvalForm: ApprovalForm | undefined
  readonly requestTimeoutMs: number
  /** Removes the session from the connection. */
  release(session: AcpSession): void
}

/** A session of an agent over ACP. One prompt at a time. */
export class AcpSession {
  readonly id: string
  readonly handlers: SessionHandlers
  readonly questions: PendingQuestions
  /** The settings, modes, models and commands, as last reported. */
  state: SessionState
  /** Whether the agent sent the history of the session when it was opened. */
  isReplayed = false
  readonly #context: SessionContext
  readonly #onEvent: EventSink
  #turn: TurnWatch | undefined
  #isCancelled = false
  #work: WorkBefore = { reportsWork: false, isWorking: false }

  constructor(
    id: string,
    context: SessionContext,
    { options, state }: { options: SessionOptions; state: SessionState },
  ) {
    this.id = id
    this.state = state
    this.handlers = options.handlers
    this.#context = context
    this.#onEvent = options.onEvent
    this.questions = new PendingQuestions({
      protocolVersion: context.handshake.protocolVersion,
      handlers: options.handlers,
      onEvent: options.onEvent,
      approvalForm: context.approvalForm,
    })
  }

  /** Receives the events of this session, in order. */
  receive(event: AgentEvent): Promise<void> | undefined {
    if (event.type === 'config.changed') this.state = { ...this.state, options: event.options }
    else if (event.type === 'commands.changed') this.state = { ...this.state, commands: event.commands }
    else if (event.type === 'mode.changed' && this.state.modes !== undefined) {
      this.state = { ...this.state, modes: { ...this.state.modes, currentModeId: event.modeId } }
    } else if (event.type === 'status.changed') {
      const isWorking = event.status !== 'idle'
      this.#work = { reportsWork: this.#work.reportsWork || isWorking, isWorking }
    }
    const drained = this.#onEvent(event)
    this.#turn?.observe(event)
    return drained
  }

  /** Emits the initial settings as changes, so that readers handle only one event. */
  emitState(): void {
    const { options, commands } = this.state
    const { id: sessionId } = this
    if (options.length > 0) void this.receive({ type: 'config.changed', sessionId, options: [...options] })
    if (commands !== undefined) {
      void this.receive({ type: 'commands.changed', sessionId, commands: [...commands] })
    }
  }

  /**
   * Sends a prompt and waits for the end of the turn; resolves after all updates of the turn are delivered.
   * @throws CapabilityNotSupportedError before anything is sent, AgentRequestError if the agent fails.
   */
  async prompt(content: readonly ContentBlock[]): Promise<TurnEnd> {
    const parts = content.flatMap(partOf)
    // Computing the profile takes time, and plain text does not need it.
    if (parts.length > 0) requireAdvertised(this.#context.handshake.profile, { prompt: parts })
    if (this.#turn !== undefined) throw busyError(this.#context.handshake.agent)
    const turn = new TurnWatch(this.#work)
    this.#turn = turn
    this.#isCancelled = false
    this.questions.open()
    try {
      const answer = await this.#request(
        'session/prompt',
        { sessionId: this.id, prompt: content.map(contentToAcp) },
        {},
      )
      return this.#context.handshake.protocolVersion === 1 ? turnEndFromV1(answer) : await turn.accepted()
    } catch (error) {
      // Some agents answer a cancelled prompt with an error instead of the stop reason.
      if (this.#isCancelled && error instanceof AgentRequestError) return { stopReason: 'cancelled' }
      throw error
    } finally {
      this.#turn = undefined
    }
  }

  /** Whether a turn is in progress. */
  get isBusy(): boolean {
    return this.#turn !== undefined
  }

  /** Asks the agent to stop the turn; answers its open questions with `cancelled`, as the protocol requires. */
  cancel(): void {
    this.#isCancelled = true
    this.#context.peer.notify('session/cancel', { sessionId: this.id })
    this.questions.cancelAll()
  }

  /** Fails the turn after the connection is closed. */
  fail(error: CapstanError): void {
    this.questions.cancelAll()
    this.#turn?.fail(error)
  }

  /**
   * Sends a message into the running turn.
   * @returns false if no turn was running and the agent did not accept the message.
   * @throws CapabilityNotSupportedError if the agent did not advertise steering.
   */
  async steer(content: readonly ContentBlock[]): Promise<boolean> {
    const { handshake } = this.#context
    if (supportOf(handshake.profile, 'interaction.steer') !== 'supported') {
      throw new CapabilityNotSupportedError('_meta.steering', {
        id: 'interaction.steer',
        agent: handshake.agent,
        hint: 'Send the message when the turn has ended.',
      })
    }
    const parts = content.flatMap(partOf)
    if (parts.length > 0) requireAdvertised(handshake.profile, { prompt: parts })
    const answer = await this.#request('_session/steering', {
      sessionId: this.id,
      prompt: content.map(contentToAcp),
      _meta: { steering: { idleBehavior: 'promptRequired' } },
    })
    return (answer as { outcome?: unknown } | null)?.outcome !== 'promptRequired'
  }

  /** Whether the session has an option of this category with this value, or a prompt that sets it. */
  offers(category: string, value: string): boolean {
    if (this.#context.optionPrompts[category] !== undefined) return true
    const option = findOption(this.state.options, category)
    return option !== undefined && optionValues(option).some((known) => known.value === value)
  }

  /**
   * Sets the option of a category (`model`, `thought-level`, `mode`), by the method that the agent supports.
   * The values are aliases; the first one that the agent lists is used.
   * @throws CapabilityNotSupportedError without such a method, CapstanError `OPTION_REFUSED` if the agent rejects the value.
   */
  async setOption(category: string, values: readonly [string, ...string[]]): Promise<void> {
    const { options, modes, models } = this.state
    const option = findOption(options, category)
    const listed = (known: readonly string[]): string =>
      values.find((name) => known.includes(name)) ?? values[0]
    const command = this.#context.optionPrompts[category]
    if (option !== undefined) {
      const known = optionValues(option).map(({ value }) => value)
      await this.#setConfigOption(option, { value: listed(known), known })
    } else if (category === 'mode' && modes !== undefined) {
      const known = modes.available.map(({ id }) => id)
      const modeId = listed(known)
      await this.#set('session/set_mode', { modeId }, { category, known })
      // Some agents send no update of the mode.
      this.state = { ...this.state, modes: { ...modes, currentModeId: modeId } }
    } else if (category === 'model' && models !== undefined) {
      const known = models.available.map(({ modelId }) => modelId)
      const modelId = listed(known)
      await this.#set('session/set_model', { modelId }, { category, known })
      this.state = { ...this.state, models: { ...models, currentModelId: modelId } }
    } else if (command !== undefined) {
      await this.prompt([{ type: 'text', text: command.replaceAll('{value}', values[0]) }])
    } else {
      throw new CapabilityNotSupportedError(`configOptions.${category}`, {
        agent: this.#context.handshake.agent,
        requested: values[0],
        hint: 'Remove the setting: the agent does not have it in a session.',
      })
    }
  }

  /** Closes the session in the agent and removes it from the connection. */
  async close(): Promise<void> {
    requireAdvertised(this.#context.handshake.profile, { session: 'close' })
    await this.#request('session/close', { sessionId: this.id })
    this.#context.release(this)
  }

  async #setConfigOption(
    option: ConfigOption,
    { value, known }: { value: string; known: readonly string[] },
  ): Promise<void> {
    const { category = option.id } = option
    const isBoolean = option.type === 'boolean'
    const { protocolVersion } = this.#context.handshake
    const type = isBoolean ? 'boolean' : protocolVersion === 2 ? 'id' : undefined
    const answer = await this.#set(
      'session/set_config_option',
      {
        configId: option.id,
        value: isBoolean ? value === 'true' || value === 'on' : value,
        ...(type === undefined ? {} : { type }),
      },
      { category, known },
    )
    const { options } = sessionStateFrom(protocolVersion, answer)
    if (options.length > 0) {
      void this.receive({ type: 'config.changed', sessionId: this.id, options: [...options] })
    }
  }

  async #set(
    method: string,
    params: Readonly<Record<string, unknown>>,
    { category, known }: { category: string; known: readonly string[] },
  ): Promise<unknown> {
    try {
      return await this.#request(method, { sessionId: this.id, ...params })
    } catch (error) {
      if (!(error instanceof AgentRequestError)) throw error
      const value = String(params['value'] ?? params['modeId'] ?? params['modelId'])
      const { agent } = this.#context.handshake
      throw new CapstanError('OPTION_REFUSED', `${agent} does not accept ${value} as ${category}`, {
        cause: error,
        ...(known.length === 0 ? {} : { hint: `Use one of ${known.join(', ')}.` }),
      })
    }
  }

  #request(
    method: string,
    params: unknown,
    options: RequestOptions = { timeoutMs: this.#context.requestTimeoutMs },
  ): Promise<unknown> {
    return this.#context.peer.request(method, params, options)
  }
}

/** The capability that a content block needs; every agent accepts text and links. */
function partOf({ type }: ContentBlock): ('image' | 'audio' | 'embedded-context')[] {
  if (type === 'image' || type === 'audio') return [type]
  return type === 'resource' ? ['embedded-context'] : []
}

function busyError(agent: string): CapstanError {
  return new CapstanError('SESSION_BUSY', `${agent} is still working on the previous prompt`, {
    hint: 'Wait for the end of the turn, cancel it, or steer it if the agent supports steering.',
  })
}
