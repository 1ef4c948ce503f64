import type { ErrorDetail } from '../../../events/error.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { EventBase } from '../../../events/event-base.ts'
import { AttemptText } from '../../command-line/attempt-text.ts'
import type {
  CreateOutputReader,
  OutputContext,
  OutputEnd,
  AgentExit,
  OutputReader,
} from '../../command-line/output-reader.ts'
import { crashFailure, lineWith } from '../../command-line/output-failure.ts'
import {
  countOf,
  fieldsOf,
  type Fields,
  listOf,
  plainText,
  present,
  quietEvent,
  rawEvent,
  textOf,
  timeOf,
} from '../../command-line/read-values.ts'
import { retryNotice } from '../../command-line/retry-notice.ts'
import { CopilotMessages, userText } from './messages.ts'
import { CopilotToolCalls } from './tool-calls.ts'
import { lastingFailure, providerFailure, wordedFailure } from '../../command-line/provider-failure.ts'

const source = 'copilot-json'

/** Lines about Copilot's internal work, which become debug log events. */
const quietTypes = [
  'session.skills_loaded',
  'session.mcp_servers_loaded',
  'session.mcp_server_status_changed',
  'session.mcp_server_tools_loaded',
  'session.tools_updated',
  'session.background_tasks_changed',
  'model.call_start',
  'model.call_finished',
  'model.call_final_result',
  'assistant.turn_end',
  'assistant.message_start',
]

/** Reads the output of `copilot -p --output-format json`. Only the last line has the session id. */
export const createCopilotReader: CreateOutputReader = (context) => new CopilotReader(context)

class CopilotReader implements OutputReader {
  readonly #tools: CopilotToolCalls
  readonly #messages = new CopilotMessages()
  readonly #attempt = new AttemptText()
  #plainText = ''
  #sessionId: string | undefined
  #hasResult = false
  #failure: ErrorDetail | undefined
  /** The last failed request to the provider. */
  #callFailure: Fields = {}

  constructor({ cwd }: OutputContext) {
    this.#tools = new CopilotToolCalls(cwd)
  }

  read(value: unknown): AgentEvent[] {
    const line = fieldsOf(value)
    const base = present<EventBase>({ at: timeOf(line.timestamp) })
    if (line.type === 'result') return this.#result(line, base)
    const data = fieldsOf(line.data)
    const events = this.#said(line, data, base) ?? this.#done(line, data, base) ?? [rawEvent(source, value)]
    for (const event of events) this.#attempt.add(event)
    // The line arrives once the message is complete.
    if (line.type === 'assistant.message') this.#attempt.settle()
    return events
  }

  /** Without a login, Copilot prints plain text. */
  readText(line: string): AgentEvent[] {
    this.#plainText += `${line}\n`
    return plainText(line)
  }

  end(exit: AgentExit): OutputEnd {
    const error = this.#failure ?? (this.#hasResult ? undefined : this.#unfinished(exit))
    return present<OutputEnd>({
      stopReason: error === undefined ? 'end-turn' : 'error',
      sessionId: this.#sessionId,
      error,
    })
  }

  #said({ type }: Fields, data: Fields, base: EventBase): AgentEvent[] | undefined {
    switch (type) {
      case 'assistant.message_delta':
        return this.#messages.messageDelta(data, base)
      case 'assistant.reasoning_delta':
        return this.#messages.thoughtDelta(data, base)
      case 'assistant.message':
        return [
          ...this.#messages.message(data, base),
          ...listOf(data.toolRequests).flatMap((call) => this.#tools.whole(fieldsOf(call), base)),
        ]
      case 'assistant.reasoning':
        return this.#messages.thought(data, base)
      case 'user.message':
        return userText(data, base)
      default:
        return undefined
    }
  }

  #done({ type }: Fields, data: Fields, base: EventBase): AgentEvent[] | undefined {
    switch (type) {
      case 'assistant.tool_call_delta':
        return this.#tools.inputPiece(data, base)
      case 'tool.execution_start':
        return this.#tools.start(data, base)
      case 'tool.shell_output':
        return this.#tools.outputPiece(data, base)
      case 'tool.execution_partial_result':
        return this.#tools.snapshot(data, base)
      case 'tool.execution_complete':
        return this.#tools.complete(data, base)
      case 'assistant.turn_start':
        return [{ ...base, type: 'status.changed', status: 'active' }]
      case 'assistant.idle':
        return [{ ...base, type: 'status.changed', status: 'idle' }]
      case 'session.error':
        return this.#error(data, base)
      case 'session.info':
        // The line repeats a retry of `assistant.turn_retry`, but not after 429.
        return data.infoType === 'model_retry' ? [] : [notice(data, base)]
      case 'assistant.turn_retry':
        return this.#retry(data, base)
      case 'model.call_failure':
        this.#callFailure = data
        return [{ ...base, type: 'log', level: 'warn', message: callFault(data), meta: data }]
      default:
        if (typeof type !== 'string' || !quietTypes.includes(type)) return undefined
        return Object.keys(data).length === 0 ? [] : [quietEvent(base, type, data)]
    }
  }

  /** The line before says which attempt failed and with which status. */
  #retry(data: Fields, base: EventBase): AgentEvent[] {
    const failed = countOf(this.#callFailure.retryAttempt)
    const attempt = failed === undefined ? undefined : failed + 1
    const status = countOf(this.#callFailure.statusCode)
    const reason = status === undefined ? textOf(data.reason)?.replaceAll('_', ' ') : undefined
    return [...this.#retract(base), retryNotice('copilot', { attempt, status, reason }, base)]
  }

  #retract(base: EventBase): AgentEvent[] {
    const retracted = this.#attempt.retract()
    return retracted === undefined ? [] : [{ ...base, ...retracted }]
  }

  #error(data: Fields, base: EventBase): AgentEvent[] {
    const message = textOf(data.message) ?? 'The session failed'
    const status = countOf(data.statusCode)
    this.#failure =
      status !== undefined
        ? providerFailure(status, message)
        : data.errorType === 'authentication'
          ? lastingFailure('AUTH_ERROR', message)
          : wordedFailure(message)
    return [{ ...base, type: 'error', error: this.#failure }]
  }

  /** The line has no tokens and no cost of the run. */
  #result(line: Fields, base: EventBase): AgentEvent[] {
    const { exitCode, usage } = line
    this.#hasResult = true
    this.#sessionId = textOf(line.sessionId)
    if (typeof exitCode === 'number' && exitCode !== 0) {
      this.#failure ??= { message: `copilot exited with code ${exitCode}`, code: 'AGENT_ERROR' }
    }
    const session = present({ sessionId: this.#sessionId })
    return [{ ...base, ...session, type: 'usage.updated', meta: { usage } }]
  }

  #unfinished(exit: AgentExit): ErrorDetail {
    const text = `${this.#plainText}${exit.stderrTail}`
    const login = lineWith(text, /^(Error: )?No authentication information found/)
    if (login !== undefined) return lastingFailure('AUTH_ERROR', login)
    const lost = lineWith(text, /^(Error: )?No session, task, or name matched/)
    if (lost !== undefined) return lastingFailure('SESSION_NOT_FOUND', lost)
    return crashFailure('copilot', exit)
  }
}

function notice(data: Fields, base: EventBase): AgentEvent {
  return { ...base, type: 'notice', severity: 'info', title: textOf(data.message) ?? 'A notice', meta: data }
}

function callFault({ statusCode, errorMessage }: Fields): string {
  const status = typeof statusCode === 'number' ? ` (HTTP ${statusCode})` : ''
  return `A request to the provider failed${status}: ${textOf(errorMessage) ?? 'no reason given'}`
}
