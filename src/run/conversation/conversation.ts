import type { AcpConnection } from '../../acp/acp-connection.ts'
import type { EventSink } from '../../acp/session-options.ts'
import type { AcpSession } from '../../acp/session.ts'
import type { TurnEnd } from '../../acp/reading/turn-end.ts'
import { fillTemplate } from '../../agents/definition/fill-template.ts'
import type { LaunchPlan } from '../../agents/launch/launch-plan.ts'
import { supportOf } from '../../capabilities/profile.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { mergeJson } from '../../core/merge-json.ts'
import type { ConfigOption } from '../../events/index.ts'
import type { ContentBlock } from '../../events/content.ts'
import type { StoredSession } from '../../agents/command-line/stored-usage.ts'
import type { Cost, RunUsage } from '../../events/usage.ts'
import type { MeteredCalls } from '../api/metered-calls.ts'
import { confinedOptions } from '../confinement/confined-options.ts'
import { confinedRun } from '../confinement/confined-run.ts'
import { AgentHandlers } from './agent-handlers.ts'
import { applySessionOptions } from './session-settings.ts'
import { endError } from '../launch/end-error.ts'
import { guardSession } from '../launch/guard-session.ts'
import type { Launched } from '../launch/launched.ts'
import { openingOf, openSession } from './open-session.ts'
import type { Attachment } from '../api/options.ts'
import type { Broker } from '../permissions/permission-broker.ts'
import { promptContent } from './prompt-content.ts'
import { ProviderWatch } from './provider-watch.ts'
import type { RunConversation, TurnResult } from '../api/run-conversation.ts'
import type { SessionSettings } from '../api/session-settings.ts'
import { quickStop, startAgent, type StartedAgent } from '../launch/start-agent.ts'
import { TurnMeter } from './turn-meter.ts'
import type { ValidatedRun } from '../validate/validate.ts'

export interface ConversationOptions {
  validated: ValidatedRun
  broker: Broker
  onEvent: EventSink
  onWarning: (message: string) => void
  /** Receives the usage of the running turn so far. */
  onUsage?: ((used: RunUsage) => void) | undefined
  signal: AbortSignal
}

/** A conversation over ACP: a running agent with one session. */
export class Conversation implements RunConversation {
  readonly keepsSchema = false
  readonly connection: AcpConnection
  readonly #options: ConversationOptions
  #session: AcpSession
  readonly #launched: Launched
  usage: MeteredCalls | undefined
  #sessionMeta: LaunchPlan['sessionMeta']
  /** Whether the session has a turn; without one the agent cannot resume it. */
  #hasTurns: boolean
  readonly #handlers: AgentHandlers
  readonly #watch: ProviderWatch
  readonly #meter: TurnMeter

  /** Starts the agent, opens the session and applies the options. If that fails, no process is left running. */
  static async open(given: ConversationOptions): Promise<Conversation> {
    const { validated, onWarning, signal } = given
    const confined = confinedRun(given)
    let launched: Launched | undefined
    const options =
      confined?.confine === undefined ? given : confinedOptions(given, () => launched?.confinement)
    const { onEvent } = options
    const { id: agent, acp } = validated.definition
    const signs = await acp?.signs?.()
    const { sessionId, forkSessionId } = validated.options
    const leavesOutHistory = (sessionId ?? forkSessionId) !== undefined
    const watch = new ProviderWatch({ agent, acp, signs, onEvent, leavesOutHistory })
    // Some agents delete stored sessions when they start.
    await guardSession(validated, sessionId)
    const started = await startAgent(validated, { onWarning, signal, onLog: watch.logSink(), confined })
    launched = started.launched
    const handlers = new AgentHandlers({
      validated,
      broker: options.broker,
      onEvent: options.onEvent,
      environment: started.launched.environment,
    })
    const abort = (): void => started.connection.close(abortedError(signal))
    signal.addEventListener('abort', abort, { once: true })
    try {
      const eventSink = watch.eventSink()
      const watched = eventSink === onEvent ? options : { ...options, onEvent: eventSink }
      const { sessionMeta } = started.plan
      const session = await openSession(started, { ...watched, sessionMeta }, handlers)
      const conversation = new Conversation(started, session, { handlers, options: watched, watch })
      conversation.usage = confined?.meter
      await conversation.#openMeter()
      await applySessionOptions(session, started.plan, watched)
      return conversation
    } catch (error) {
      await handlers.dispose()
      started.connection.close()
      await started.launched.stop(signal.aborted ? quickStop : undefined)
      throw error
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  private constructor(
    { connection, launched, plan }: StartedAgent,
    session: AcpSession,
    {
      handlers,
      options,
      watch,
    }: { handlers: AgentHandlers; options: ConversationOptions; watch: ProviderWatch },
  ) {
    this.connection = connection
    this.#session = session
    this.#options = options
    this.#launched = launched
    this.#sessionMeta = plan.sessionMeta
    this.#hasTurns = options.validated.options.sessionId !== undefined
    this.#handlers = handlers
    this.#watch = watch
    this.#meter = new TurnMeter(options.validated.definition, 'acp')
  }

  get session(): AcpSession {
    return this.#session
  }

  /** Loads an earlier session in the same process; the agent sends its history first. */
  async load(sessionId: string): Promise<void> {
    const before = this.#session
    this.#watch.passHistoryOn()
    const options = { ...this.#options, sessionMeta: this.#sessionMeta }
    this.#session = await this.connection.loadSession(
      sessionId,
      openingOf(this.#launched, options, this.#handlers),
    )
    this.connection.leave(before)
    this.#hasTurns = true
    await this.#meter.open(this.#stored)
  }

  get sessionId(): string {
    return this.#session.id
  }

  /** Why the conversation ended. */
  get closed(): CapstanError | undefined {
    return this.connection.closed
  }

  /** Calls the listener with the reason once the process has ended. An idle session waits without an async frame. */
  onEnded(listener: (reason: CapstanError) => void): void {
    const { process: child } = this.#launched
    void child.exited.then(async () => listener(await endError(this.connection.agent, child)))
  }

  /** Sets the model first, because the available efforts depend on it. */
  async set({ model, effort, mode }: SessionSettings): Promise<void> {
    const { modelMeta, optionMeta } = this.#options.validated.definition.acp ?? {}
    if (model !== undefined) await this.#choose('model', model, modelMeta)
    if (effort !== undefined) await this.#choose('thought-level', effort, optionMeta?.thought_level)
    if (mode !== undefined) await this.session.setOption('mode', [mode])
  }

  /** Sets an option. If the session does not list the value, resumes the session with it, if the agent supports that. */
  async #choose(category: string, value: string, meta: LaunchPlan['sessionMeta']): Promise<void> {
    try {
      await this.session.setOption(category, [value])
    } catch (error) {
      const isRefused = CapstanError.isInstance(error) && refusals.has(error.code)
      if (!isRefused || meta === undefined || !this.#hasTurns || this.session.isBusy) throw error
      const chosen = fillTemplate(meta, { value }) as typeof meta
      await this.#resumeWith(mergeJson(this.#sessionMeta ?? {}, chosen) as typeof meta)
    }
  }

  /** Reopens the session in the same process, and restores the mode that enforces the policy. */
  async #resumeWith(sessionMeta: LaunchPlan['sessionMeta']): Promise<void> {
    const { id: sessionId, state } = this.session
    const mode = currentValue(state.options, 'mode')
    const opening = openingOf(this.#launched, { ...this.#options, sessionMeta }, this.#handlers)
    this.#session = await this.connection.resumeSession(sessionId, opening)
    this.#sessionMeta = sessionMeta
    if (mode === undefined || currentValue(this.session.state.options, 'mode') === mode) return
    try {
      await this.session.setOption('mode', [mode])
    } catch (error) {
      // Without its mode the agent could do more than the policy allows.
      this.fail(
        new CapstanError('OPTION_REFUSED', `${this.connection.agent} rejected the mode ${mode}`, {
          cause: error,
        }),
      )
      throw error
    }
  }

  get isBlocked(): boolean {
    return this.connection.isBlocked
  }

  /** Runs one turn; the tokens are those of the turn only. */
  async turn(prompt: string, attachments: readonly Attachment[]): Promise<TurnResult> {
    const content = await this.#contentOf(prompt, attachments)
    const { tokens: reported, ...end } = await this.#launched.confined(() => this.#prompt(content))
    const isCancelled = end.stopReason === 'cancelled'
    const tokens = await this.#meter.end(this.#stored, { tokens: reported, isCancelled })
    return { ...end, ...(tokens === undefined ? {} : { tokens }) }
  }

  async #prompt(content: ContentBlock[]): Promise<TurnEnd> {
    this.#watch.begin(this.#launched)
    this.#hasTurns = true
    try {
      return await this.#watch.end(await this.session.prompt(content), this.#stored)
    } catch (error) {
      throw await this.#watch.errorOf(error, this.#stored)
    }
  }

  get costBefore(): Cost | undefined {
    return this.#meter.costBefore
  }

  get modelId(): string | undefined {
    return currentValue(this.session.state.options, 'model')
  }

  halt(message: string): () => void {
    return this.#launched.halt(message)
  }

  usedSoFar(): Promise<RunUsage | undefined> {
    return this.#meter.soFar(this.#stored)
  }

  get #stored(): StoredSession {
    return { sessionId: this.session.id, environment: this.#launched.environment }
  }

  /** Whether a fork inherits the token counts of its parent is unknown. */
  #openMeter(): Promise<void> {
    const { sessionId, forkSessionId } = this.#options.validated.options
    if (sessionId !== undefined) return this.#meter.open(this.#stored)
    return this.#meter.open(forkSessionId === undefined ? 'new' : 'unknown')
  }

  cancelTurn(): void {
    this.session.cancel()
  }

  async steer(message: string, attachments: readonly Attachment[] = []): Promise<boolean> {
    return this.session.steer(await this.#contentOf(message, attachments))
  }

  fail(error: CapstanError): void {
    this.connection.close(error)
  }

  async forget(): Promise<void> {
    if (supportOf(this.connection.profile, 'session.delete') !== 'supported') return
    await this.connection.deleteSession(this.session.id)
  }

  #contentOf(prompt: string, attachments: readonly Attachment[]): Promise<ContentBlock[]> {
    return promptContent(prompt, attachments, {
      // Computing the profile takes time, and only attachments need it.
      embeds: attachments.length > 0 && this.#embedsFiles,
    })
  }

  /** Whether the agent accepts file contents in a prompt. */
  get #embedsFiles(): boolean {
    return supportOf(this.connection.profile, 'prompt.embedded-context') === 'supported'
  }

  async stop({ quickly = false }: { quickly?: boolean } = {}): Promise<void> {
    this.connection.close()
    await this.#handlers.dispose()
    await this.#launched.stop(quickly ? quickStop : undefined)
  }
}

/** The error codes for a value that the session does not list, or an option that it lacks. */
const refusals: ReadonlySet<string> = new Set(['OPTION_REFUSED', 'CAPABILITY_ERROR'])

function currentValue(options: readonly ConfigOption[], category: string): string | undefined {
  const option = options.find((one) => one.category === category)
  return option?.type === 'select' ? option.currentValue : undefined
}

function abortedError({ reason }: AbortSignal): CapstanError {
  if (CapstanError.isInstance(reason)) return reason
  return new CapstanError('ABORTED', 'Opening the session was aborted', { cause: reason })
}
