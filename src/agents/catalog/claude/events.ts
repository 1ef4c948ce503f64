import type { AgentEvent } from '../../../events/event.ts'
import type { ErrorDetail } from '../../../events/error.ts'
import type { StopReason } from '../../../events/finish.ts'
import type { RunUsage } from '../../../events/usage.ts'
import type {
  CreateOutputReader,
  OutputContext,
  OutputEnd,
  AgentExit,
  OutputReader,
} from '../../command-line/output-reader.ts'
import { crashFailure } from '../../command-line/output-failure.ts'
import {
  denialNotice,
  fieldsOf,
  type Fields,
  listOf,
  plainText,
  present,
  quietEvent,
  rawEvent,
  textOf,
} from '../../command-line/read-values.ts'
import { apiFailure, resetTime, resultFailure, withReset } from './failure.ts'
import { baseOf, ClaudeMessages, claudeSource } from './messages.ts'
import { RunTotal, sessionUsage } from './run-total.ts'
import { apiRetry, detailsOf, subagentChange } from './system-lines.ts'

/** Reads the output of `claude -p --output-format stream-json --verbose`, with or without partial messages. */
export const createClaudeReader: CreateOutputReader = (context) => new ClaudeReader(context)

class ClaudeReader implements OutputReader {
  readonly #isResumed: boolean
  readonly #total: RunTotal
  readonly #messages: ClaudeMessages
  readonly #denied = new Set<string>()
  #sessionId: string | undefined
  #status: unknown
  #stopReason: StopReason | undefined
  /** Already emitted as an event. */
  #failure: ErrorDetail | undefined
  /** When the limit that refused the account resets. */
  #resetsAt: number | undefined
  #output: unknown
  /** The last emitted failure, because a run can have several results. */
  #lastUsed = ''

  constructor({ cwd, isResumed }: OutputContext) {
    this.#isResumed = isResumed
    this.#total = new RunTotal({ isResumed })
    this.#messages = new ClaudeMessages({ cwd, total: this.#total })
  }

  get used(): RunUsage {
    return present({ tokens: this.#total.tokens, cost: this.#total.cost })
  }

  read(value: unknown): AgentEvent[] {
    const line = fieldsOf(value)
    switch (line.type) {
      case 'stream_event':
        return this.#messages.piece(line)
      case 'assistant':
        return line.is_api_error_message === true ? this.#apiError(line) : this.#messages.whole(line)
      case 'user':
        return this.#messages.answer(line)
      case 'system':
        return this.#system(line)
      case 'result':
        return this.#result(line)
      case 'rate_limit_event':
        this.#resetsAt = resetTime(fieldsOf(line.rate_limit_info))
        return [rawEvent(claudeSource, value)]
      default:
        return [rawEvent(claudeSource, value)]
    }
  }

  readText(line: string): AgentEvent[] {
    return plainText(line)
  }

  end(exit: AgentExit): OutputEnd {
    const error = this.#failure ?? (this.#stopReason === undefined ? crashFailure('claude', exit) : undefined)
    return present<OutputEnd>({
      stopReason: error === undefined ? (this.#stopReason ?? 'unknown') : 'error',
      sessionId: this.#sessionId,
      tokens: this.#total.tokens,
      cost: this.#total.cost,
      output: this.#output,
      error,
    })
  }

  #system(line: Fields): AgentEvent[] {
    switch (line.subtype) {
      case 'init':
        return this.#init(line)
      case 'status':
        return this.#statusChange(line)
      case 'api_retry':
        return [apiRetry(line)]
      case 'permission_denied':
        return this.#denial(line, textOf(line.message))
      case 'task_started':
      case 'task_notification':
        return [subagentChange(line)]
      // These lines repeat a subagent's own lines.
      case 'task_progress':
      case 'task_updated':
      case 'background_tasks_changed':
        return [quietEvent(baseOf(line), line.subtype, detailsOf(line))]
      // An estimate of the thinking deltas.
      case 'thinking_tokens':
        return []
      default:
        return [rawEvent(claudeSource, line)]
    }
  }

  /** A process with several prompts sends this line before each of them. */
  #init(line: Fields): AgentEvent[] {
    const sessionId = textOf(line.session_id)
    if (sessionId === undefined) return [rawEvent(claudeSource, line)]
    this.#failure = undefined
    if (sessionId === this.#sessionId) return []
    this.#sessionId = sessionId
    const type = this.#isResumed ? 'session.resumed' : 'session.started'
    return [{ type, sessionId, meta: detailsOf(line) }]
  }

  #statusChange(line: Fields): AgentEvent[] {
    const { status, permissionMode } = line
    if (typeof permissionMode === 'string')
      return [{ ...baseOf(line), type: 'mode.changed', modeId: permissionMode }]
    if (typeof status !== 'string' || status === this.#status) return []
    this.#status = status
    if (status === 'requesting') return [{ ...baseOf(line), type: 'status.changed', status: 'active' }]
    return [{ ...baseOf(line), type: 'status.changed', status: 'unknown', customState: { name: status } }]
  }

  #denial(line: Fields, description?: string): AgentEvent[] {
    const toolCallId = textOf(line.tool_use_id) ?? ''
    if (this.#denied.has(toolCallId)) return []
    this.#denied.add(toolCallId)
    return [denialNotice(baseOf(line), { toolCallId, tool: textOf(line.tool_name), description })]
  }

  /** Claude reports a provider failure as a message of the agent. */
  #apiError(line: Fields): AgentEvent[] {
    const texts = listOf(fieldsOf(line.message).content).map((block) => textOf(fieldsOf(block).text) ?? '')
    this.#failure = withReset(apiFailure(line, texts.join('\n')), this.#resetsAt)
    return [{ ...baseOf(line), type: 'error', error: this.#failure }]
  }

  #result(line: Fields): AgentEvent[] {
    const base = baseOf(line)
    this.#sessionId = textOf(line.session_id) ?? this.#sessionId
    this.#total.settle(line)
    const events = listOf(line.permission_denials)
      .map(fieldsOf)
      .flatMap((denial): AgentEvent[] => [
        ...this.#denial({ ...denial, session_id: line.session_id }),
        ...this.#messages.deny(textOf(denial.tool_use_id) ?? '', base),
      ])
    const used = present({
      context: this.#total.contextOf(line, this.#messages.model),
      ...sessionUsage(line),
    })
    const isNew = JSON.stringify(used) !== this.#lastUsed
    this.#lastUsed = JSON.stringify(used)
    if (isNew && Object.keys(used).length > 0) events.push({ ...base, type: 'usage.updated', ...used })
    if (line.structured_output !== undefined) this.#output = line.structured_output
    this.#stopReason = stopReasonOf(line)
    // A later successful turn clears an earlier failure.
    if (this.#stopReason !== 'error') this.#failure = undefined
    else if (this.#failure === undefined) {
      this.#failure = withReset(resultFailure(line), this.#resetsAt)
      events.push({ ...base, type: 'error', error: this.#failure })
    }
    return events
  }
}

/** Claude reports some failures as success, and an interrupted run as a failure. */
function stopReasonOf(result: Fields): StopReason {
  const { subtype, is_error: isError, terminal_reason: ended, stop_reason: reason } = result
  if (ended === 'aborted_streaming' || ended === 'aborted_tools') return 'cancelled'
  if (subtype === 'error_max_turns' || ended === 'max_turns') return 'max-turn-requests'
  if (isError === true || subtype !== 'success') return 'error'
  if (reason === 'max_tokens') return 'max-tokens'
  return reason === 'refusal' ? 'refusal' : 'end-turn'
}
