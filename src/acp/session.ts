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

/** What a session needs of the connection it lives on. */
export interface SessionContext {
  readonly peer: JsonRpcPeer
  readonly handshake: Handshake
  /** Prompts that set what the agent has no option for, by category, with `{value}` in them. */
  readonly optionPrompts: Readonly<Record<string, string>>
  readonly approvalForm: ApprovalForm | undefined
  readonly requestTimeoutMs: number
  /** Forgets the session. */
  release(session: AcpSession): void
}

/** One conversation with an agent. Prompts are given one at a time. */
export class AcpSession {
  readonly id: string
  readonly handlers: SessionHandlers
  readonly questions: PendingQuestions
  /** What can be set and what is set, as last told. */
  state: SessionState
  /** Whether the agent sent the history of the session when it was opened. */
  isReplayed = false
  readonly #context: SessionContext
  readonly #onEvent: EventSink
  #turn: TurnWatch | undefined
  #isCancelled = false
  #work: WorkBefore = { tellsWork: false, isWorking: false }

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

  /** Takes an event of this session, in the order in which they came. */
  receive(event: AgentEvent): Promise<void> | undefined {
    if (event.type === 'config.changed') this.state = { ...this.state, options: event.options }
    else if (event.type === 'commands.changed') this.state = { ...this.state, commands: event.commands }
    else if (event.type === 'mode.changed' && this.state.modes !== undefined) {
      this.state = { ...this.state, modes: { ...this.state.modes, currentModeId: event.modeId } }
    } else if (event.type === 'status.changed') {
      const isWorking = event.status !== 'idle'
      this.#work = { tellsWork: this.#work.tellsWork || isWorking, isWorking }
    }
    const room = this.#onEvent(event)
    this.#turn?.observe(event)
    return room
  }

  /**
   * Sends a prompt and waits for the end of the turn; every update of the turn was handed over before.
   * @throws CapabilityNotSupportedError before anything is sent, AgentRequestError when the agent fails.
   */
  async prompt(content: readonly ContentBlock[]): Promise<TurnEnd> {
    const parts = content.flatMap(partOf)
    // The profile takes time to work out, and words alone need none of it.
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
      // Some agents let what the cancel interrupted fail, instead of saying that the turn is cancelled.
      if (this.#isCancelled && error instanceof AgentRequestError) return { stopReason: 'cancelled' }
      throw error
    } finally {
      this.#turn = undefined
    }
  }

  /** Whether a prompt is being worked on. */
  get isBusy(): boolean {
    return this.#turn !== undefined
  }

  /** Asks the agent to stop the turn; what it has asked is answered with `cancelled`, as the protocol wants. */
  cancel(): void {
    this.#isCancelled = true
    this.#context.peer.notify('session/cancel', { sessionId: this.id })
    this.questions.cancelAll()
  }

  /** Ends the turn's waiting when the connection is gone. */
  fail(error: CapstanError): void {
    this.questions.cancelAll()
    this.#turn?.fail(error)
  }

  /**
   * Puts a message into the running turn.
   * @returns false when no turn was running any more: then it was not taken.
   * @throws CapabilityNotSupportedError when the agent did not advertise it.
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
   * Sets what a category is about (`model`, `thought-level`, `mode`), by whichever way the agent has for it.
   * The values are names for the same thing; the first that the agent lists is used.
   * @throws CapabilityNotSupportedError when it has no way, CapstanError `OPTION_REFUSED` when it refuses the value.
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
      // That it was taken is all that some agents tell.
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

  /** Ends the session at the agent's side where it can, and forgets it. */
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

/** Which capability a part of a prompt needs; text and links are always taken. */
function partOf({ type }: ContentBlock): ('image' | 'audio' | 'embedded-context')[] {
  if (type === 'image' || type === 'audio') return [type]
  return type === 'resource' ? ['embedded-context'] : []
}

function busyError(agent: string): CapstanError {
  return new CapstanError('SESSION_BUSY', `${agent} is still working on the previous prompt`, {
    hint: 'Wait for the end of the turn, cancel it, or steer it if the agent supports steering.',
  })
}
