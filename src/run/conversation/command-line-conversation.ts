import type { EventSink } from '../../acp/session-options.ts'
import type { OutputEnd, OutputReader } from '../../agents/command-line/output-reader.ts'
import type { StoredSession } from '../../agents/command-line/stored-usage.ts'
import { CapabilityNotSupportedError } from '../../capabilities/capability-not-supported-error.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { createId } from '../../core/ids.ts'
import { ignore } from '../../core/ignore.ts'
import { eachLine } from '../../core/text/each-line.ts'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import type { AgentEvent } from '../../events/event.ts'
import { guardSession } from '../launch/guard-session.ts'
import { asForked } from './forked.ts'
import type { RunUsage } from '../../events/usage.ts'
import type { MeteredCalls } from '../api/metered-calls.ts'
import { confinedRun, type ConfinedRun } from '../confinement/confined-run.ts'
import { launch } from '../launch/launch.ts'
import { withCleanError } from '../../process/redact-value.ts'
import type { Launched } from '../launch/launched.ts'
import type { Attachment, RunOptions } from '../api/options.ts'
import { planRun } from '../launch/plan.ts'
import { failureError } from './provider-error.ts'
import type { RunConversation, TurnResult } from '../api/run-conversation.ts'
import { nativeAnswer } from '../api/run-needs.ts'
import { TurnMeter } from './turn-meter.ts'
import type { ValidatedRun } from '../validate/validate.ts'

export interface CommandLineOptions {
  validated: ValidatedRun
  onEvent: EventSink
  onWarning: (message: string) => void
  /** Receives the usage of the running turn so far. */
  onUsage?: ((used: RunUsage) => void) | undefined
  signal: AbortSignal
}

/**
 * A conversation over an agent's command line: each turn is a new process that resumes the session of the previous
 * turn.
 */
export class CommandLineConversation implements RunConversation {
  readonly keepsSchema: boolean
  readonly #options: CommandLineOptions
  readonly #meter: TurnMeter
  readonly #confined: ConfinedRun | undefined
  #sessionId: string | undefined
  #forkedFrom: string | undefined
  #launched: Launched | undefined
  #environment: Launched['environment'] = {}
  #isCancelled = false
  #failure: CapstanError | undefined
  #isBlocked = false

  /** Starts nothing before the first turn. @throws CapstanError `TRANSPORT_UNAVAILABLE` for an agent without an output reader. */
  constructor(options: CommandLineOptions) {
    const { definition } = options.validated
    if (definition.outputReader === undefined) {
      throw new CapstanError(
        'TRANSPORT_UNAVAILABLE',
        `Capstan cannot read the output of ${definition.id} on its command line`,
        {
          hint: 'Use transport acp.',
          commandHint: 'Use --transport acp.',
        },
      )
    }
    this.#options = options
    this.#meter = new TurnMeter(definition, 'cli')
    this.#confined = confinedRun(options)
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
    const reader = await this.#createReader(turn)
    const settle = await guardSession(validated, turn.sessionId)
    const launched = await launch({
      plan: planRun({ ...validated, options: turn }),
      definition,
      cwd: options.cwd ?? process.cwd(),
      environment: process.env,
      signal,
      ...(options.env === undefined ? {} : { extraEnvironment: options.env }),
      onStderr: this.#stderrSink(reader),
      ...this.#confined,
    })
    this.#launched = launched
    this.#environment = launched.environment
    this.#isCancelled = false
    try {
      this.#forkedFrom = turn.forkSessionId
      await this.#openMeter(launched, turn)
      const end = await this.#read(launched, reader)
      this.#sessionId = end.sessionId ?? this.#sessionId
      const isCancelled = this.#isCancelled || this.#failure !== undefined
      const tokens = await this.#meter.end(this.#stored, { tokens: end.tokens, isCancelled })
      return this.#resultOf(
        { ...end, ...(tokens === undefined ? { tokens: undefined } : { tokens }) },
        launched,
      )
    } finally {
      await launched.stop()
      await settle()
      this.#launched = undefined
    }
  }

  get usage(): MeteredCalls | undefined {
    return this.#confined?.meter
  }

  halt(message: string): () => void {
    return this.#launched?.halt(message) ?? ignore
  }

  async usedSoFar(): Promise<RunUsage | undefined> {
    const session = this.#stored
    return session === undefined ? undefined : this.#meter.soFar(session)
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

  /** Nothing to delete: a flag at the start decides whether the agent stores the session. */
  async forget(): Promise<void> {}

  async stop(): Promise<void> {
    await this.#launched?.stop({ closeGraceMs: 0, termGraceMs: 300 })
  }

  /** Later turns resume the session and do not fork it again. */
  #turnOptions(options: RunOptions): RunOptions {
    if (this.#sessionId === undefined) return options
    return { ...options, sessionId: this.#sessionId, forkSessionId: undefined, noSession: undefined }
  }

  get #stored(): StoredSession | undefined {
    if (this.#sessionId === undefined) return undefined
    return { sessionId: this.#sessionId, environment: this.#environment }
  }

  /** Whether a fork inherits the token counts of its parent is unknown. */
  async #openMeter({ environment }: Launched, { sessionId, forkSessionId }: RunOptions): Promise<void> {
    if (sessionId !== undefined) return this.#meter.open({ sessionId, environment })
    return this.#meter.open(forkSessionId === undefined ? 'new' : 'unknown')
  }

  async #createReader({ sessionId, forkSessionId, cwd = process.cwd() }: RunOptions): Promise<OutputReader> {
    const create = await this.#options.validated.definition.outputReader?.()
    // The constructor has checked that the agent has a reader.
    return (create as NonNullable<typeof create>)({
      cwd,
      isResumed: sessionId !== undefined || forkSessionId !== undefined,
      isStructured: this.keepsSchema,
      runId: createId('turn'),
    })
  }

  /** Emits log events at once: during retries, an agent prints nothing to stdout. */
  #stderrSink(reader: OutputReader): (text: string) => void {
    const { onStderr } = this.#options.validated.options
    const readLines = eachLine((line) => {
      for (const event of reader.readLog?.(line) ?? []) void this.#options.onEvent(event)
    })
    return (text) => {
      onStderr?.(text)
      if (reader.readLog !== undefined) readLines(text)
    }
  }

  async #read(launched: Launched, reader: OutputReader): Promise<OutputEnd> {
    const { process: child } = launched
    const events: AgentEvent[] = []
    const redact = (text: string): string => launched.redact(text)
    const { maxLineBytes } = this.#options.validated.options
    const decoder = new JsonLinesDecoder({
      ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
      onValue: (value) => events.push(...reader.read(value).map((event) => withCleanError(event, redact))),
      onText: (line) => {
        const text = launched.redact(line)
        events.push(...(reader.readText?.(text) ?? [logged(text)]))
      },
      onBadLine: (error) => {
        const payload = error.withExcerpt(launched.redact(error.excerpt)).toJSON()
        events.push({ type: 'raw', source: 'stdout', payload })
      },
    })
    for await (const chunk of child.stdout) {
      decoder.push(chunk as Buffer)
      this.#count(reader)
      await this.#tell(events)
    }
    decoder.end()
    this.#count(reader)
    await this.#tell(events)
    const exit = await child.exited
    return reader.end({ ...exit, stderrTail: child.stderrTail() })
  }

  #count({ used }: OutputReader): void {
    if (used !== undefined && Object.keys(used).length > 0) this.#options.onUsage?.(used)
  }

  async #tell(events: AgentEvent[]): Promise<void> {
    for (const event of events.splice(0)) {
      if (event.sessionId !== undefined) this.#sessionId = event.sessionId
      this.#launched?.confinement?.observe(event)
      const drained = this.#options.onEvent(asForked(event, this.#forkedFrom))
      if (drained === undefined) continue
      this.#isBlocked = true
      await drained
      this.#isBlocked = false
    }
  }

  #resultOf(
    { stopReason, tokens, cost, output, error }: OutputEnd,
    launched: Pick<Launched, 'redact'>,
  ): TurnResult {
    if (this.#failure !== undefined) throw this.#failure
    const counts = { ...(tokens === undefined ? {} : { tokens }), ...(cost === undefined ? {} : { cost }) }
    if (this.#isCancelled) return { stopReason: 'cancelled', ...counts }
    if (error !== undefined) throw failureError({ ...error, message: launched.redact(error.message) })
    const { validated } = this.#options
    return {
      stopReason,
      ...counts,
      ...(output === undefined ? {} : { output: nativeAnswer(output, validated) }),
    }
  }
}

function logged(message: string): AgentEvent {
  return { type: 'log', level: 'info', message }
}
