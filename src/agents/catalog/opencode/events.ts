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
import { readOpencodeLog, withoutLog } from './log.ts'
import { opencodeFailure, type OpencodeFailure } from './failure.ts'
import { toolEvents } from './tool-events.ts'
import { tokensOf } from './usage.ts'

const source = 'opencode-run-json'

/** Reads the output of `opencode run --format json`: whole parts, each when it is complete. */
export const createOpencodeReader: CreateOutputReader = (context) => new OpencodeReader(context)

class OpencodeReader implements OutputReader {
  readonly #context: OutputContext
  readonly #usage: UsageSum
  #sessionId: string | undefined
  /** Why the last step ended; undefined during a step. */
  #stepReason: string | undefined
  readonly #readLog = readOpencodeLog()
  /** A tool of the last step failed; if a permission was missing, no other step follows. */
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

  readLog(line: string): AgentEvent[] {
    const sign = this.#readLog(line)
    return sign?.type === 'retry' ? [retryNotice('opencode', sign)] : []
  }

  end(exit: AgentExit): OutputEnd {
    const failure = this.#failure
    const stopReason = failure?.stopReason ?? this.#stopReason(exit)
    const crash = stopReason === undefined ? unansweredFailure('opencode', withoutLog(exit)) : undefined
    return present<OutputEnd>({
      stopReason: stopReason ?? 'error',
      sessionId: this.#sessionId,
      tokens: this.#usage.tokens,
      cost: this.#usage.cost,
      error:
        stopReason === 'error' || crash !== undefined ? (failure?.error ?? crash ?? modelFailure) : undefined,
    })
  }

  /** There is no final line: the run is complete if its last step says that no other follows. */
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
        return this.#beginStep()
      case 'step_finish':
        return this.#endStep(line, part)
      case 'error':
        this.#failure = opencodeFailure(fieldsOf(line.error))
        return [{ type: 'error', error: this.#failure.error, ...atOf(line) }]
      default:
        return undefined
    }
  }

  /** A new step clears an earlier failure. */
  #beginStep(): AgentEvent[] {
    this.#stepReason = undefined
    this.#hasFailedTool = false
    this.#failure = undefined
    return []
  }

  #endStep(line: Fields, part: Fields): AgentEvent[] {
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
