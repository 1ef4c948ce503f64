import type { EventSink } from '../acp/session-options.ts'
import type { HeadlessEnd, HeadlessReader } from '../agents/headless-events.ts'
import { CapabilityNotSupportedError } from '../capabilities/capability-not-supported-error.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { createId } from '../core/ids.ts'
import { JsonLinesDecoder } from '../core/json-lines.ts'
import type { AgentEvent } from '../events/event.ts'
import { guardSession } from './guard-session.ts'
import { launch, type Launched } from './launch.ts'
import type { Attachment, RunOptions } from './options.ts'
import { planRun } from './plan.ts'
import type { RunConversation, TurnResult } from './run-conversation.ts'
import type { ValidatedRun } from './validate.ts'

export interface HeadlessOptions {
  validated: ValidatedRun
  onEvent: EventSink
  signal: AbortSignal
}

/**
 * A conversation over an agent's own command line: each turn is a process of its own, which goes on with the session of
 * the one before.
 */
export class HeadlessConversation implements RunConversation {
  readonly keepsSchema: boolean
  readonly #options: HeadlessOptions
  #sessionId: string | undefined
  #launched: Launched | undefined
  #isCancelled = false
  #failure: CapstanError | undefined
  #isBlocked = false

  /** Nothing is started before the first turn. @throws CapstanError `TRANSPORT_UNAVAILABLE` for an agent nobody can read. */
  constructor(options: HeadlessOptions) {
    const { definition } = options.validated
    if (definition.headlessReader === undefined) {
      throw new CapstanError(
        'TRANSPORT_UNAVAILABLE',
        `What ${definition.id} prints on its command line cannot be read`,
        {
          hint: 'Use transport acp.',
          commandHint: 'Use --transport acp.',
        },
      )
    }
    this.#options = options
    this.keepsSchema = options.validated.keepsSchema
  }

  get sessionId(): string | undefined {
    return this.#sessionId
  }

  get isBlocked(): boolean {
    return this.#isBlocked
  }

  async turn(prompt: string, attachments: readonly Attachment[]): Promise<TurnResult> {
    const { validated, signal } = this.#options
    const { definition, options } = validated
    const turn = this.#turnOptions({ ...options, prompt, attachments })
    const settle = await guardSession(validated, turn.sessionId)
    const launched = await launch({
      plan: planRun({ ...validated, options: turn }),
      definition,
      cwd: options.cwd ?? process.cwd(),
      environment: process.env,
      signal,
      ...(options.env === undefined ? {} : { extraEnvironment: options.env }),
      ...(options.onStderr === undefined ? {} : { onStderr: options.onStderr }),
    })
    this.#launched = launched
    this.#isCancelled = false
    try {
      const end = await this.#read(launched, await this.#createReader(turn))
      this.#sessionId = end.sessionId ?? this.#sessionId
      return this.#resultOf(end)
    } finally {
      await launched.stop()
      await settle()
      this.#launched = undefined
    }
  }

  cancelTurn(): void {
    this.#isCancelled = true
    void this.#launched?.stop({ closeGraceMs: 0, termGraceMs: 300 })
  }

  async steer(): Promise<boolean> {
    throw new CapabilityNotSupportedError('interaction.steer', {
      agent: this.#options.validated.definition.id,
      hint: 'Use transport acp: a run on the command line cannot be steered.',
      commandHint: 'Use --transport acp: a run on the command line cannot be steered.',
    })
  }

  fail(error: CapstanError): void {
    this.#failure ??= error
    void this.#launched?.stop({ closeGraceMs: 0, termGraceMs: 300 })
  }

  /** What is kept of a session is said when it starts. */
  async forget(): Promise<void> {}

  async stop(): Promise<void> {
    await this.#launched?.stop({ closeGraceMs: 0, termGraceMs: 300 })
  }

  /** A later turn goes on with the session, and does not branch again. */
  #turnOptions(options: RunOptions): RunOptions {
    if (this.#sessionId === undefined) return options
    return { ...options, sessionId: this.#sessionId, forkSessionId: undefined, noSession: undefined }
  }

  async #createReader({
    sessionId,
    forkSessionId,
    cwd = process.cwd(),
  }: RunOptions): Promise<HeadlessReader> {
    const create = await this.#options.validated.definition.headlessReader?.()
    // The constructor has seen that there is one.
    return (create as NonNullable<typeof create>)({
      cwd,
      isResumed: sessionId !== undefined || forkSessionId !== undefined,
      isStructured: this.keepsSchema,
      runId: createId('turn'),
    })
  }

  async #read({ process: child }: Launched, reader: HeadlessReader): Promise<HeadlessEnd> {
    const events: AgentEvent[] = []
    const { maxLineBytes } = this.#options.validated.options
    const decoder = new JsonLinesDecoder({
      ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
      onValue: (value) => events.push(...reader.read(value)),
      onText: (text) =>
        events.push(...(reader.readText?.(text) ?? [{ type: 'log', level: 'info', message: text }])),
      onBadLine: (error) => events.push({ type: 'raw', source: 'stdout', payload: error.toJSON() }),
    })
    for await (const chunk of child.stdout) {
      decoder.push(chunk as Buffer)
      await this.#tell(events)
    }
    decoder.end()
    await this.#tell(events)
    const exit = await child.exited
    return reader.end({ ...exit, stderrTail: child.stderrTail() })
  }

  async #tell(events: AgentEvent[]): Promise<void> {
    for (const event of events.splice(0)) {
      if (event.sessionId !== undefined) this.#sessionId = event.sessionId
      const room = this.#options.onEvent(event)
      if (room === undefined) continue
      this.#isBlocked = true
      await room
      this.#isBlocked = false
    }
  }

  #resultOf({ stopReason, tokens, cost, output, error }: HeadlessEnd): TurnResult {
    if (this.#failure !== undefined) throw this.#failure
    const counts = { ...(tokens === undefined ? {} : { tokens }), ...(cost === undefined ? {} : { cost }) }
    if (this.#isCancelled) return { stopReason: 'cancelled', ...counts }
    if (error !== undefined) throw new CapstanError(String(error.code ?? 'AGENT_ERROR'), error.message)
    return { stopReason, ...counts, ...(output === undefined ? {} : { output }) }
  }
}
