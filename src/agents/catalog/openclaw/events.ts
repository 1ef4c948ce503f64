import type { AgentEvent } from '../../../events/event.ts'
import type { StopReason } from '../../../events/finish.ts'
import type {
  CreateOutputReader,
  OutputContext,
  OutputEnd,
  AgentExit,
  OutputReader,
} from '../../command-line/output-reader.ts'
import {
  fieldsOf,
  type Fields,
  present,
  rawEvent,
  textOf,
  without,
  listOf,
  amountOf,
  countOf,
} from '../../command-line/read-values.ts'
import { UsageSum } from '../../command-line/usage-sum.ts'
import { unansweredFailure } from '../../command-line/unanswered-failure.ts'
import { payloadEvents } from './payloads.ts'
import { type AgentFailure, wordedFailure } from '../../command-line/provider-failure.ts'
import { toolLook, type ToolTable } from '../../command-line/tool-display.ts'
import type { TokenUsage } from '../../../events/usage.ts'

const source = 'openclaw-agent-exec'

/** Fields that have events of their own; the session event gets the rest. */
const ownEvents = ['ok', 'status', 'final', 'payloads', 'usage', 'costUsd', 'sessionId', 'error']

/** Reads the object that `openclaw agent exec --json` prints at the end, over several lines. */
export const createOpenclawReader: CreateOutputReader = (context) => new OpenclawReader(context)

class OpenclawReader implements OutputReader {
  readonly #document = new JsonDocument()
  readonly #isResumed: boolean
  readonly #usage: UsageSum
  #sessionId: string | undefined
  #stopReason: StopReason | undefined
  #failure: AgentFailure | undefined

  constructor({ isResumed }: OutputContext) {
    this.#isResumed = isResumed
    this.#usage = new UsageSum({ isResumed })
  }

  read(value: unknown): AgentEvent[] {
    if (this.#document.isOpen) return this.readText(JSON.stringify(value) ?? 'null')
    const envelope = fieldsOf(value)
    return typeof envelope.ok === 'boolean' ? this.#envelope(envelope) : [rawEvent(source, value)]
  }

  readText(line: string): AgentEvent[] {
    const taken = this.#document.add(line)
    if (taken === 'whole') return this.read(this.#document.take())
    if (taken === 'part' || line.trim() === '') return []
    return [{ type: 'log', level: 'info', message: line }]
  }

  end(exit: AgentExit): OutputEnd {
    const isCrash = this.#stopReason === undefined
    return present<OutputEnd>({
      stopReason: this.#stopReason ?? 'error',
      sessionId: this.#sessionId,
      tokens: this.#usage.tokens,
      cost: this.#usage.cost,
      error: isCrash ? unansweredFailure('openclaw', exit) : this.#failure,
    })
  }

  #envelope(envelope: Fields): AgentEvent[] {
    const events = [...this.#session(envelope), ...toolEvents(envelope), ...payloadEvents(envelope)]
    const tokens = tokensOf(envelope)
    if (tokens !== undefined) events.push(...this.#usage.add(tokens, costOf(envelope)))
    return [...events, ...this.#outcome(envelope)]
  }

  #session(envelope: Fields): AgentEvent[] {
    const rest = without(envelope, ...ownEvents)
    const sessionId = textOf(envelope.sessionId)
    if (sessionId === undefined) return [rawEvent(source, rest)]
    this.#sessionId = sessionId
    return [{ type: this.#isResumed ? 'session.resumed' : 'session.started', sessionId, meta: rest }]
  }

  #outcome(envelope: Fields): AgentEvent[] {
    if (envelope.ok === true) {
      this.#stopReason = 'end-turn'
      return []
    }
    const error = fieldsOf(envelope.error)
    if (error.kind === 'aborted') {
      this.#stopReason = 'cancelled'
      return []
    }
    this.#stopReason = 'error'
    this.#failure = envelopeFailure(error)
    return [{ type: 'error', error: this.#failure }]
  }
}

/** Reads the failure of a run. OpenClaw blocks a rejected key for a minute, which the message mentions. */
function envelopeFailure(error: Fields): AgentFailure {
  const message = textOf(error.message) ?? 'The run failed'
  const failure = wordedFailure(message)
  const kind = textOf(error.kind)
  return {
    ...failure,
    ...(kind === 'timeout' ? { code: 'AGENT_ERROR' } : {}),
    ...(/\bretry after\b/i.test(message) ? { retryable: true } : {}),
    ...(kind === undefined ? {} : { data: { kind } }),
  }
}

/** Collects a JSON document printed over several lines, with its outer brackets on their own lines. */
class JsonDocument {
  #lines: string[] = []

  /** Whether the document has started but not ended. */
  get isOpen(): boolean {
    return this.#lines.length > 0
  }

  /** Adds a line; returns whether it is outside the document, part of it, or completes it. */
  add(line: string): 'other' | 'part' | 'whole' {
    const text = line.trimEnd()
    if (!this.isOpen && text !== '{') return 'other'
    this.#lines.push(text)
    return text === '}' ? 'whole' : 'part'
  }

  /** The whole document, as text if it is not valid JSON. */
  take(): unknown {
    const text = this.#lines.join('\n')
    this.#lines = []
    try {
      return JSON.parse(text) as unknown
    } catch {
      return text
    }
  }
}

const tools: ToolTable = {
  exec: { kind: 'execute' },
  read: { kind: 'read' },
  edit: { kind: 'edit' },
  write: { kind: 'edit' },
}

/** OpenClaw reports only the names of called tools, once each and after the run, without input or output. */
function toolEvents(envelope: Fields): AgentEvent[] {
  const summary = fieldsOf(envelope.toolSummary)
  const status = summary.failures === 0 ? 'completed' : undefined
  return listOf(summary.tools).flatMap((name): AgentEvent[] => {
    const tool = textOf(name)
    if (tool === undefined) return []
    const look = toolLook(tools, tool, { input: undefined, cwd: '' })
    const toolCallId = `${textOf(envelope.sessionId) ?? 'session'}-${tool}`
    return [{ type: 'tool.called', toolCallId, tool, ...look, ...present({ status }) }]
  })
}

/** The tokens of the run, if reported. */
function tokensOf(envelope: Fields): TokenUsage | undefined {
  const usage = fieldsOf(envelope.usage)
  const tokens = present<TokenUsage>({
    total: countOf(usage.total),
    input: countOf(usage.input),
    output: countOf(usage.output),
    thinking: countOf(usage.reasoningTokens),
    cacheRead: countOf(usage.cacheRead),
    cacheWrite: countOf(usage.cacheWrite),
  })
  return Object.keys(tokens).length === 0 ? undefined : tokens
}

/** The cost of the run in US dollars. */
function costOf(envelope: Fields): number | undefined {
  return amountOf(envelope.costUsd) ?? amountOf(fieldsOf(fieldsOf(envelope.usage).cost).total)
}
