import type { AgentEvent } from '../../../events/event.ts'
import type { StopReason } from '../../../events/finish.ts'
import type { RunUsage } from '../../../events/usage.ts'
import type {
  CreateOutputReader,
  OutputContext,
  OutputEnd,
  AgentExit,
  OutputReader,
} from '../../command-line/output-reader.ts'
import {
  amountOf,
  countOf,
  type Fields,
  fieldsOf,
  present,
  rawEvent,
  textOf,
} from '../../command-line/read-values.ts'
import { UsageSum } from '../../command-line/usage-sum.ts'
import { unansweredFailure } from '../../command-line/unanswered-failure.ts'
import { retryNotice } from '../../command-line/retry-notice.ts'
import { opencodeFailure, type OpencodeFailure } from './failure.ts'
import { toolEvents } from './tool-events.ts'
import { tokensOf } from './usage.ts'

const source = 'opencode-run-json'

/** Reads what `opencode run --format json` prints: whole parts, each when it is done. */
export const createOpencodeReader: CreateOutputReader = (context) => new OpencodeReader(context)

class OpencodeReader implements OutputReader {
  readonly #context: OutputContext
  readonly #usage: UsageSum
  #sessionId: string | undefined
  /** Why the last step ended; there is none while one is under way. */
  #stepReason: string | undefined
  #isInStep = false
  /** A tool of the last step failed: when that was for want of a permission, no other step follows. */
  #hasFailedTool = false
  #failure: OpencodeFailure | undefined

  constructor(context: OutputContext) {
    this.#context = context
    this.#usage = new UsageSum(context)
  }

  get used(): RunUsage {
    return this.#usage.used
  }

  read(value: unknown): AgentEvent[] {
    const line = fieldsOf(value)
    const events = this.#eventsOf(line) ?? [rawEvent(source, value)]
    return [...this.#session(line), ...events]
  }

  readText(line: string): AgentEvent[] {
    return line.trim() === '' ? [] : [{ type: 'log', level: 'info', message: line }]
  }

  end(exit: AgentExit): OutputEnd {
    const failure = this.#failure
    const stopReason = failure?.stopReason ?? this.#stopReason(exit)
    const crash = stopReason === undefined ? unansweredFailure('opencode', exit) : undefined
    return present<OutputEnd>({
      stopReason: stopReason ?? 'error',
      sessionId: this.#sessionId,
      tokens: this.#usage.tokens,
      cost: this.#usage.cost,
      error:
        stopReason === 'error' || crash !== undefined ? (failure?.error ?? crash ?? modelFailure) : undefined,
    })
  }

  /** There is no last line: the run is over when the last step says that no other one follows. */
  #stopReason({ exitCode, signal }: AgentExit): StopReason | undefined {
    const reason = this.#stepReason
    if (reason === undefined) return undefined
    if (reason !== 'tool-calls') return Object.hasOwn(reasons, reason) ? reasons[reason] : reason
    return this.#hasFailedTool && exitCode === 0 && signal === null ? 'end-turn' : undefined
  }

  #session(line: Fields): AgentEvent[] {
    const sessionId = textOf(line.sessionID)
    if (sessionId === undefined || this.#sessionId !== undefined) return []
    this.#sessionId = sessionId
    const type = this.#context.isResumed ? 'session.resumed' : 'session.started'
    return [{ type, sessionId, ...atOf(line) }]
  }

  #eventsOf(line: Fields): AgentEvent[] | undefined {
    const part = fieldsOf(line.part)
    switch (line.type) {
      case 'text':
        return said('text.delta', line, part)
      case 'reasoning':
        return said('thinking.delta', line, part)
      case 'tool_use':
        this.#hasFailedTool ||= fieldsOf(part.state).status === 'error'
        return toolEvents(part, this.#context.cwd)
      case 'step_start':
        return this.#beginStep(line)
      case 'step_finish':
        return this.#endStep(line, part)
      case 'error':
        this.#failure = opencodeFailure(fieldsOf(line.error))
        return [{ type: 'error', error: this.#failure.error, ...atOf(line) }]
      default:
        return undefined
    }
  }

  /** A failure after which the work goes on was not the end of it. A step that begins in another repeats that one. */
  #beginStep(line: Fields): AgentEvent[] {
    const isRetry = this.#isInStep
    this.#isInStep = true
    this.#stepReason = undefined
    this.#hasFailedTool = false
    this.#failure = undefined
    return isRetry ? [retryNotice('opencode', {}, atOf(line))] : []
  }

  #endStep(line: Fields, part: Fields): AgentEvent[] {
    this.#isInStep = false
    this.#stepReason = textOf(part.reason) ?? 'unknown'
    const events = this.#usage.add(tokensOf(fieldsOf(part.tokens)), amountOf(part.cost))
    return events.map((event) => ({ ...event, ...atOf(line) }))
  }
}

const reasons: Readonly<Record<string, StopReason>> = {
  stop: 'end-turn',
  length: 'max-tokens',
  'content-filter': 'refusal',
}

const modelFailure = { message: 'The model ended its answer with an error', code: 'AGENT_ERROR' }

function said(type: 'text.delta' | 'thinking.delta', line: Fields, part: Fields): AgentEvent[] | undefined {
  const { text } = part
  if (typeof text !== 'string') return undefined
  return [{ type, text, ...present({ messageId: textOf(part.messageID) }), ...atOf(line) }]
}

function atOf({ timestamp }: Fields): { at?: number } {
  return present({ at: countOf(timestamp) })
}
