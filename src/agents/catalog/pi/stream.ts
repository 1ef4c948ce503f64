import type { AgentEvent } from '../../../events/event.ts'
import type { ErrorDetail } from '../../../events/error.ts'
import type { StopReason } from '../../../events/finish.ts'
import type { RunUsage } from '../../../events/usage.ts'
import { AttemptText } from '../../command-line/attempt-text.ts'
import type { AgentExit, OutputContext, OutputEnd, OutputReader } from '../../command-line/output-reader.ts'
import {
  countOf,
  type Fields,
  fieldsOf,
  present,
  rawEvent,
  textOf,
  without,
} from '../../command-line/read-values.ts'
import { UsageSum } from '../../command-line/usage-sum.ts'
import { unansweredFailure } from '../../command-line/unanswered-failure.ts'
import { PiCompactions } from './compactions.ts'
import { fallbackNotice, ownNotice, retryEndNotice, retryOf } from './notices.ts'
import type { PiDialect } from './stream-dialect.ts'
import { StreamedMessage } from './streamed-message.ts'
import { PiTools } from './tool-calls.ts'
import { addUsage } from './usage.ts'
import { providerFailure, wordedFailure } from '../../command-line/provider-failure.ts'

/** Lines that repeat others or are internal to the program. */
const quiet = new Set([
  'turn_start',
  'turn_end',
  'summarization_retry_attempt_start',
  'summarization_retry_finished',
  'model_changed',
  'config_warnings_changed',
  'advisor_cost_changed',
  'advisor_yielded',
  'todo_auto_clear',
  'tool_stream_update',
])

/** Reads the event stream of Pi and of its fork omp. */
export class PiStream implements OutputReader {
  readonly #dialect: PiDialect
  readonly #isResumed: boolean
  readonly #usage: UsageSum
  readonly #tools: PiTools
  readonly #compactions: PiCompactions
  readonly #attempt = new AttemptText()
  #message: StreamedMessage
  #sessionId: string | undefined
  #isOver = false
  /** The stop reason of the model's last message. */
  #stopReason: StopReason | undefined
  #failure: ErrorDetail | undefined
  #isFailureEmitted = false

  constructor(dialect: PiDialect, { cwd, isResumed, runId }: OutputContext) {
    this.#dialect = dialect
    this.#isResumed = isResumed
    this.#usage = new UsageSum({ isResumed })
    this.#tools = new PiTools(dialect.tools, cwd)
    this.#compactions = new PiCompactions(runId)
    this.#message = new StreamedMessage(this.#tools)
  }

  get used(): RunUsage {
    return this.#usage.used
  }

  read(value: unknown): AgentEvent[] {
    const events = this.#eventsOf(fieldsOf(value)) ?? [rawEvent(this.#dialect.source, value)]
    for (const event of events) this.#attempt.add(event)
    return events
  }

  readText(line: string): AgentEvent[] {
    return line.trim() === '' ? [] : [{ type: 'log', level: 'info', message: line }]
  }

  end(exit: AgentExit): OutputEnd {
    const error = this.#isOver ? this.#failure : unansweredFailure(this.#dialect.agent, exit)
    return present<OutputEnd>({
      stopReason: error === undefined ? (this.#stopReason ?? 'unknown') : 'error',
      sessionId: this.#sessionId,
      tokens: this.#usage.tokens,
      cost: this.#usage.cost,
      error,
    })
  }

  #eventsOf(line: Fields): AgentEvent[] | undefined {
    switch (line.type) {
      case 'message_update':
        return this.#message.piece(fieldsOf(line.assistantMessageEvent))
      case 'message_start':
        return this.#beginMessage(fieldsOf(line.message))
      case 'message_end':
        return this.#endMessage(fieldsOf(line.message))
      case 'tool_execution_start':
        return this.#tools.start(line)
      case 'tool_execution_update':
        return this.#tools.update(line)
      case 'tool_execution_end':
        return this.#tools.end(line)
      case 'session':
        return this.#session(line)
      case 'agent_start':
        this.#isOver = false
        return []
      case 'agent_end':
        return this.#endAgent(line)
      case 'agent_settled':
        this.#settle(line)
        return []
      default:
        return typeof line.type === 'string' && quiet.has(line.type) ? [] : this.#aside(line)
    }
  }

  /** Reads lines outside the conversation. */
  #aside(line: Fields): AgentEvent[] | undefined {
    switch (line.type) {
      case 'auto_retry_start':
        return this.#retry(line)
      case 'auto_retry_end':
        return [retryEndNotice(line)]
      case 'summarization_retry_scheduled':
        return [retryOf(this.#dialect.agent, line)]
      case 'compaction_start':
      case 'auto_compaction_start':
        return this.#compactions.start()
      case 'compaction_end':
      case 'auto_compaction_end':
        return [...this.#compactions.end(line), ...addUsage(this.#usage, fieldsOf(line.result).usage)]
      case 'session_info_changed':
        return [{ type: 'session.updated', title: textOf(line.name) ?? null }]
      case 'notice': {
        const notice = ownNotice(line)
        return notice === undefined ? undefined : [notice]
      }
      case 'retry_fallback_applied':
        return [fallbackNotice(line)]
      default:
        return undefined
    }
  }

  #session(line: Fields): AgentEvent[] | undefined {
    const sessionId = textOf(line.id)
    if (sessionId === undefined) return undefined
    this.#sessionId = sessionId
    const type = this.#isResumed ? 'session.resumed' : 'session.started'
    // The line's time is the creation of the session, which may be long ago.
    return [{ type, sessionId, meta: without(line, 'type', 'id') }]
  }

  #beginMessage({ role }: Fields): AgentEvent[] {
    if (role !== 'assistant') return []
    const events = this.#emitFailure()
    this.#attempt.settle()
    this.#failure = undefined
    this.#stopReason = undefined
    this.#message = new StreamedMessage(this.#tools)
    return events
  }

  #endMessage(message: Fields): AgentEvent[] | undefined {
    switch (message.role) {
      case 'assistant':
        return this.#endAnswer(message)
      case 'toolResult':
        return [...this.#tools.result(message), ...addUsage(this.#usage, message.usage)]
      // The prompt and the program's own messages to the model.
      case 'user':
      case 'system':
        return []
      default:
        return undefined
    }
  }

  #endAnswer(message: Fields): AgentEvent[] {
    const events = [...this.#message.end(message.content), ...addUsage(this.#usage, message.usage)]
    this.#message = new StreamedMessage(this.#tools)
    this.#stopReason = stopReasonOf(message.stopReason)
    this.#failure = message.stopReason === 'error' ? failureOf(message) : undefined
    this.#isFailureEmitted = false
    return events
  }

  /**
   * Pi reports here whether it retries, and later sends a final line. In older releases and in omp, this is the last
   * line unless it announces more work.
   */
  #endAgent({ willRetry, isTerminal }: Fields): AgentEvent[] {
    this.#isOver = willRetry === undefined && isTerminal !== false
    return willRetry === true || isTerminal === false ? [] : this.#emitFailure()
  }

  #settle({ aborted }: Fields): void {
    this.#isOver = true
    if (aborted !== true) return
    this.#stopReason = 'cancelled'
    this.#failure = undefined
  }

  #retry(line: Fields): AgentEvent[] {
    const retracted = this.#attempt.retract()
    this.#isFailureEmitted = true
    this.#isOver = false
    return [...(retracted === undefined ? [] : [retracted]), retryOf(this.#dialect.agent, line)]
  }

  #emitFailure(): AgentEvent[] {
    if (this.#failure === undefined || this.#isFailureEmitted) return []
    this.#isFailureEmitted = true
    return [{ type: 'error', error: this.#failure }]
  }
}

const stopReasons: Readonly<Record<string, StopReason>> = {
  stop: 'end-turn',
  toolUse: 'end-turn',
  length: 'max-tokens',
  aborted: 'cancelled',
}

/** Capstan's stop reasons by Pi's. */
function stopReasonOf(value: unknown): StopReason {
  const reason = textOf(value) ?? 'unknown'
  return (Object.hasOwn(stopReasons, reason) ? stopReasons[reason] : undefined) ?? reason
}

/** The failure of an answer: omp reports the HTTP status, Pi puts it before the message. */
function failureOf(message: Fields): ErrorDetail {
  const text = textOf(message.errorMessage) ?? 'The model ended its answer with an error'
  const status = countOf(message.errorStatus)
  return status === undefined ? wordedFailure(text) : providerFailure(status, text)
}
