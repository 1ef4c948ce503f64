import type { AgentEvent } from '../../../events/event.ts'
import type { EventBase } from '../../../events/event-base.ts'
import type { StopReason } from '../../../events/finish.ts'
import type { ToolUpdatedEvent } from '../../../events/tools/tool-call.ts'
import type { TokenUsage } from '../../../events/usage.ts'
import type {
  CreateOutputReader,
  OutputContext,
  OutputEnd,
  AgentExit,
  OutputReader,
} from '../../command-line/output-reader.ts'
import {
  countOf,
  fieldsOf,
  type Fields,
  plainText,
  present,
  rawEvent,
  showsChange,
  shownText,
  textOf,
  timeOf,
  without,
} from '../../command-line/read-values.ts'
import { resultFailure, startFailure } from './failure.ts'
import { toolLook } from './tool-look.ts'

const source = 'gemini-stream-json'

/** Reads the output of `gemini -o stream-json`, which has no thoughts. */
export const createGeminiReader: CreateOutputReader = (context) => new GeminiReader(context)

class GeminiReader implements OutputReader {
  readonly #context: OutputContext
  /** Open calls, and whether each shows a file change. */
  readonly #calls = new Map<string, boolean>()
  #sessionId: string | undefined
  #stopReason: StopReason | undefined
  #hasMetLimit = false
  #failure: string | undefined
  #tokens: TokenUsage | undefined

  constructor(context: OutputContext) {
    this.#context = context
  }

  read(value: unknown): AgentEvent[] {
    const line = fieldsOf(value)
    switch (line.type) {
      case 'message':
        return this.#message(line)
      case 'tool_use':
        return this.#call(line)
      case 'tool_result':
        return this.#toolResult(line)
      case 'init':
        return this.#init(line)
      case 'error':
        return this.#error(line)
      case 'result':
        return this.#result(line)
      default:
        return [rawEvent(source, value)]
    }
  }

  readText(line: string): AgentEvent[] {
    return plainText(line)
  }

  end(exit: AgentExit): OutputEnd {
    const error =
      this.#failure !== undefined
        ? resultFailure(this.#failure, exit.exitCode)
        : this.#stopReason === undefined
          ? startFailure(exit, this.#context)
          : undefined
    return present<OutputEnd>({
      stopReason: error === undefined ? (this.#stopReason ?? 'unknown') : 'error',
      sessionId: this.#sessionId,
      tokens: this.#tokens,
      error,
    })
  }

  #base(line: Fields): EventBase {
    return present<EventBase>({ sessionId: this.#sessionId, at: timeOf(line.timestamp) })
  }

  #init(line: Fields): AgentEvent[] {
    const sessionId = textOf(line.session_id)
    if (sessionId === undefined) return [rawEvent(source, line)]
    this.#sessionId = sessionId
    const type = this.#context.isResumed ? 'session.resumed' : 'session.started'
    return [{ ...this.#base(line), type, sessionId, meta: without(line, 'type', 'timestamp', 'session_id') }]
  }

  #message(line: Fields): AgentEvent[] {
    const { role, content: text } = line
    if (typeof text !== 'string' || (role !== 'user' && role !== 'assistant')) return [rawEvent(source, line)]
    if (text === '') return []
    return [{ ...this.#base(line), type: 'text.delta', text, ...(role === 'user' ? { role } : {}) }]
  }

  #call(line: Fields): AgentEvent[] {
    const { tool_id: toolCallId, tool_name: tool, parameters: input } = line
    if (typeof toolCallId !== 'string' || typeof tool !== 'string') return [rawEvent(source, line)]
    const look = toolLook(tool, input, this.#context.cwd)
    this.#calls.set(toolCallId, showsChange(look.content))
    return [
      {
        ...this.#base(line),
        type: 'tool.called',
        toolCallId,
        tool,
        ...look,
        status: 'in-progress',
        input,
      } as AgentEvent,
    ]
  }

  #toolResult(line: Fields): AgentEvent[] {
    const { tool_id: toolCallId, status, output } = line
    if (typeof toolCallId !== 'string') return [rawEvent(source, line)]
    const event: ToolUpdatedEvent = {
      ...this.#base(line),
      type: 'tool.updated',
      toolCallId,
      status: status === 'success' ? 'completed' : 'failed',
    }
    const { message, type: code } = fieldsOf(line.error)
    const shown = textOf(output) ?? textOf(message)
    if (output !== undefined) event.output = output
    if (shown !== undefined && this.#calls.get(toolCallId) !== true) event.content = [shownText(shown)]
    if (status !== 'success') {
      event.error = present({ message: textOf(message) ?? shown ?? 'The tool failed', code: textOf(code) })
    }
    this.#calls.delete(toolCallId)
    return [event]
  }

  /** A run that ends with an error has failed, whatever its result says, unless it reached a limit. */
  #error(line: Fields): AgentEvent[] {
    const message = textOf(line.message) ?? 'Something went wrong'
    const isLimit = limits.includes(message)
    if (isLimit) this.#hasMetLimit = true
    if (isLimit || line.severity !== 'error') {
      return [{ ...this.#base(line), type: 'notice', severity: 'warning', title: message }]
    }
    this.#failure = message
    return [{ ...this.#base(line), type: 'error', error: resultFailure(message, null) }]
  }

  #result(line: Fields): AgentEvent[] {
    const base = this.#base(line)
    const events: AgentEvent[] = []
    const stats = fieldsOf(line.stats)
    this.#tokens = readTokens(stats)
    if (this.#tokens !== undefined) {
      // Gemini counts from the start of the process, so a resumed session's total is not known.
      const tokens = this.#context.isResumed ? {} : { tokens: this.#tokens }
      events.push({ ...base, type: 'usage.updated', ...tokens, meta: { stats } })
    }
    const { type, message } = fieldsOf(line.error)
    this.#stopReason = this.#hasMetLimit ? 'max-turn-requests' : endingOf(type)
    if (this.#stopReason !== 'end-turn') this.#failure = undefined
    else if (line.status !== 'success' && this.#failure === undefined) {
      this.#failure = textOf(message) ?? 'The run failed'
      events.push({ ...base, type: 'error', error: resultFailure(this.#failure, null) })
    }
    return events
  }
}

/** Messages of runs that Gemini stopped itself. */
const limits = ['Maximum session turns exceeded', 'Loop detected, stopping execution']

/** Some errors end a run without a failure. */
function endingOf(errorType: unknown): StopReason {
  if (errorType === 'FatalTurnLimitedError') return 'max-turn-requests'
  return errorType === 'FatalCancellationError' ? 'cancelled' : 'end-turn'
}

/** Gemini's `input` excludes cached tokens; only the total includes thoughts. */
function readTokens(stats: Fields): TokenUsage | undefined {
  const [total, said] = [countOf(stats.total_tokens), countOf(stats.output_tokens)]
  const [input, cacheRead] = [countOf(stats.input), countOf(stats.cached)]
  const written =
    total === undefined || input === undefined ? undefined : Math.max(0, total - input - (cacheRead ?? 0))
  const thinking = written === undefined || said === undefined ? undefined : Math.max(0, written - said)
  const tokens = present<TokenUsage>({ total, input, output: written ?? said, thinking, cacheRead })
  return Object.keys(tokens).length === 0 ? undefined : tokens
}
