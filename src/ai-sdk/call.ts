import type { AgentEventOf } from '../events/event.ts'
import type { ToolCallPatch } from '../events/tools/tool-call.ts'
import type { RunResult } from '../run/api/run.ts'
import type { ApprovalResponse, ModelCallOptions } from './call-options.ts'
import { toJsonObject } from './parts/json-value.ts'
import type { ModelTurn } from './model-turn.ts'
import { startTurn } from './start-turn.ts'
import type { FinishPart, ModelFinishReason, ModelStreamPart, ModelWarning } from './parts/stream-part.ts'
import { tokensOf } from './parts/token-usage.ts'
import type { TurnSource } from './turn-source.ts'
import { unsupportedSettings } from './unsupported-settings.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { StopReason } from '../events/finish.ts'

export interface CallOptions<FileData> {
  modelId: string
  options: ModelCallOptions
  /** Converts base64 to the file representation of V3 or V4. */
  fileData: (base64: string) => FileData
}

/** One call of a model, from the prompt to the last part of its answer. */
export class Call<FileData> {
  readonly warnings: ModelWarning[]
  readonly #source: TurnSource
  readonly #modelId: string
  readonly #signal: AbortSignal
  readonly #stop: AbortController
  readonly #turn: ModelTurn<FileData>
  readonly #approval: ApprovalResponse | undefined
  #hasBegun = false
  #isNamed = false
  #isKept = false

  /** Sends the agent the prompt, or the approval it waits for. */
  static async start<FileData>(
    source: TurnSource,
    { modelId, options, fileData }: CallOptions<FileData>,
  ): Promise<Call<FileData>> {
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, ...(options.abortSignal ? [options.abortSignal] : [])])
    const warnings = unsupportedSettings(options)
    try {
      signal.throwIfAborted()
      const kept = source.takeKept() as ModelTurn<FileData> | undefined
      const approval = kept === undefined ? undefined : approvalOf(kept, options)
      if (approval === undefined) await kept?.close()
      const turn =
        kept !== undefined && approval !== undefined
          ? kept
          : await startTurn(source, { call: options, fileData, signal, warnings })
      return new Call(source, turn, { modelId, signal, stop, warnings, approval })
    } catch (error) {
      throw signal.aborted ? abortError(signal, error) : error
    }
  }

  private constructor(
    source: TurnSource,
    turn: ModelTurn<FileData>,
    { modelId, signal, stop, warnings, approval }: CallState,
  ) {
    this.#source = source
    this.#turn = turn
    this.#modelId = modelId
    this.#signal = signal
    this.#stop = stop
    this.warnings = warnings
    this.#approval = approval
    signal.addEventListener('abort', this.#cancel, { once: true })
    if (signal.aborted) this.#cancel()
  }

  /** The parts of the answer. @throws the error of the run, or the SDK's own error when the call is aborted */
  async *parts(): AsyncGenerator<ModelStreamPart<FileData>, void> {
    try {
      yield* this.#read()
    } catch (error) {
      throw this.#signal.aborted ? abortError(this.#signal, error) : error
    } finally {
      await this.#close()
    }
  }

  /** The parts for a stream: a failure becomes an `error` part, followed only by `finish`. */
  async *streamParts(): AsyncGenerator<ModelStreamPart<FileData>, void> {
    try {
      yield* this.parts()
    } catch (error) {
      if (this.#signal.aborted) throw error
      yield* this.#begin({ isLast: true })
      yield* this.#turn.parts.end()
      yield { type: 'error', error }
      yield this.#finish({ unified: 'error', raw: 'error' })
    }
  }

  /** Stops the agent. Resolves when the agent has stopped. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#close()
  }

  readonly #cancel = (): void => void this.#turn.run.cancel(abortedError())

  async #close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#cancel)
    if (!this.#isKept) await this.#turn.close()
  }

  async *#read(): AsyncGenerator<ModelStreamPart<FileData>, void> {
    const turn = this.#turn
    if (this.#approval !== undefined) yield* this.#answer(this.#approval)
    for (;;) {
      const event = await turn.next()
      if (event === undefined) return yield* this.#end(await turn.run.result())
      // Warnings emitted before the agent starts still belong in `stream-start`.
      if (event.type !== 'notice') yield* this.#begin()
      yield* turn.parts.of(event)
      if (event.type === 'elicitation.requested') this.#declineForm(event)
      if (event.type === 'permission.requested' && this.#source.keepsQuestions) return yield* this.#ask(event)
    }
  }

  /** Emits the warnings, and the response metadata as soon as the session has an id. */
  *#begin({ isLast = false } = {}): Generator<ModelStreamPart<FileData>, void> {
    if (!this.#hasBegun) yield { type: 'stream-start', warnings: [...this.warnings] }
    this.#hasBegun = true
    const { sessionId } = this.#turn.run
    if (this.#isNamed || (sessionId === undefined && !isLast)) return
    this.#isNamed = true
    yield {
      type: 'response-metadata',
      ...(sessionId === undefined ? {} : { id: sessionId }),
      timestamp: new Date(),
      modelId: this.#modelId,
    }
  }

  *#end(result: RunResult): Generator<ModelStreamPart<FileData>, void> {
    const { parts, isJson } = this.#turn
    const { text, output, stopReason } = result
    yield* this.#begin({ isLast: true })
    if (isJson) yield* parts.text(output === undefined ? text : JSON.stringify(output))
    yield* parts.end()
    yield this.#finish(finishReasonOf(stopReason), result)
  }

  /** The AI SDK has no way to show a form to a person. */
  #declineForm({ requestId }: AgentEventOf<'elicitation.requested'>): void {
    try {
      this.#turn.run.respond(requestId, { action: 'cancel' })
    } catch {
      // The policy has already answered.
    }
  }

  /** Emits an approval request and ends the answer; the agent waits for the next call. */
  *#ask(request: AgentEventOf<'permission.requested'>): Generator<ModelStreamPart<FileData>, void> {
    const { requestId } = request
    const toolCall = toolCallOf(request)
    const { toolCallId } = toolCall
    const { parts } = this.#turn
    yield* parts.close()
    yield* parts.tools.emitCall(toolCall)
    yield { type: 'tool-approval-request', approvalId: requestId, toolCallId }
    this.#turn.question = { requestId, toolCallId }
    this.#isKept = true
    this.#source.keep(this.#turn)
    yield this.#finish({ unified: 'tool-calls', raw: 'permission' })
  }

  *#answer({ approved }: ApprovalResponse): Generator<ModelStreamPart<FileData>, void> {
    const { question, run, parts } = this.#turn
    yield* this.#begin()
    if (question === undefined) return
    this.#turn.question = undefined
    run.respond(question.requestId, approved ? 'allow' : 'deny')
    yield* parts.tools.decided(question.toolCallId, { approved })
  }

  #finish(finishReason: ModelFinishReason, result: Partial<RunResult> = {}): FinishPart {
    const { run, warnings } = this.#turn
    const { tokens, cost, durationMs, agentChanges } = result
    const about = agentChanges === undefined ? {} : { agent: run.agent, agentChanges }
    const names = { sessionId: run.sessionId, runId: run.id, ...about }
    const capstan = toJsonObject({ ...names, cost, durationMs, warnings })
    return { type: 'finish', usage: tokensOf(tokens), finishReason, providerMetadata: { capstan } }
  }
}

interface CallState {
  modelId: string
  signal: AbortSignal
  stop: AbortController
  warnings: ModelWarning[]
  approval: ApprovalResponse | undefined
}

/** The person's response to the open approval request. */
function approvalOf(
  { question }: ModelTurn<unknown>,
  { prompt }: ModelCallOptions,
): ApprovalResponse | undefined {
  return prompt
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .filter((part) => part.type === 'tool-approval-response')
    .findLast(({ approvalId }) => approvalId === question?.requestId)
}

/** The tool call a permission request is about; a request without a tool call gets its own. */
function toolCallOf({ requestId, subject, title }: AgentEventOf<'permission.requested'>): ToolCallPatch {
  if (subject?.type === 'tool-call') return subject.toolCall
  const call = { toolCallId: requestId, ...(title === undefined ? {} : { title }) }
  if (subject?.type !== 'command') return call
  const { command, cwd, toolCallId = requestId } = subject
  return { ...call, toolCallId, kind: 'execute', input: { command, cwd } }
}

/** The error the AI SDK expects for an aborted call; Capstan's error is its cause. */
function abortError({ reason }: AbortSignal, error: unknown): DOMException {
  const cause = CapstanError.isInstance(error) ? error : abortedError()
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError'
  return new DOMException('The call was aborted', { name: isTimeout ? 'TimeoutError' : 'AbortError', cause })
}

function abortedError(): CapstanError {
  return new CapstanError('ABORTED', 'The call was aborted by its signal')
}

const unified = new Map<string, ModelFinishReason['unified']>([
  ['end-turn', 'stop'],
  ['max-tokens', 'length'],
  ['refusal', 'content-filter'],
  ['error', 'error'],
])

/** Why a run ended, as the SDK's finish reason. */
function finishReasonOf(stopReason: StopReason): ModelFinishReason {
  return { unified: unified.get(stopReason) ?? 'other', raw: stopReason }
}
