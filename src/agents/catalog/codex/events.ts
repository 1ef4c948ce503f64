import type { ErrorDetail } from '../../../events/error.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { TokenUsage } from '../../../events/usage.ts'
import type {
  CreateOutputReader,
  OutputContext,
  OutputEnd,
  AgentExit,
  OutputReader,
} from '../../command-line/output-reader.ts'
import { crashFailure, lineWith } from '../../command-line/output-failure.ts'
import {
  denialNotice,
  fieldsOf,
  type Fields,
  plainText,
  present,
  rawEvent,
  textOf,
} from '../../command-line/read-values.ts'
import { type ToolItem, toolItem } from './items.ts'
import { lastingFailure, wordedFailure } from '../../command-line/provider-failure.ts'
import { retryNotice } from '../../command-line/retry-notice.ts'
import { retryCounts } from './acp-signs.ts'
import { readTokens } from './usage.ts'

const source = 'codex-exec-json'

/** Reads the output of `codex exec --json`, which has only whole items. */
export const createCodexReader: CreateOutputReader = (context) => new CodexReader(context)

class CodexReader implements OutputReader {
  readonly #context: OutputContext
  readonly #called = new Set<string>()
  #sessionId: string | undefined
  #hasEnded = false
  #failure: ErrorDetail | undefined
  #tokens: TokenUsage | undefined
  #lastMessage: string | undefined

  constructor(context: OutputContext) {
    this.#context = context
  }

  read(value: unknown): AgentEvent[] {
    const line = fieldsOf(value)
    switch (line.type) {
      case 'thread.started':
        return this.#begin(line)
      case 'turn.started':
        return [{ ...this.#base, type: 'status.changed', status: 'active' }]
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        return this.#item(fieldsOf(line.item), line)
      case 'turn.completed':
        return this.#complete(line)
      case 'turn.failed':
        this.#hasEnded = true
        return this.#fail(textOf(fieldsOf(line.error).message) ?? 'The turn failed')
      case 'error':
        return this.#error(textOf(line.message) ?? 'Something went wrong')
      default:
        return [rawEvent(source, value)]
    }
  }

  readText(line: string): AgentEvent[] {
    return plainText(line)
  }

  end(exit: AgentExit): OutputEnd {
    const error = this.#failure ?? (this.#hasEnded ? undefined : unfinished(exit))
    const { isResumed, isStructured } = this.#context
    return present<OutputEnd>({
      stopReason: error === undefined ? 'end-turn' : 'error',
      sessionId: this.#sessionId,
      // Codex counts a resumed thread from its start and does not report the earlier usage.
      tokens: isResumed ? undefined : this.#tokens,
      output: error === undefined && isStructured === true ? parsed(this.#lastMessage) : undefined,
      error,
    })
  }

  get #base(): { sessionId?: string } {
    return present({ sessionId: this.#sessionId })
  }

  #begin(line: Fields): AgentEvent[] {
    const sessionId = textOf(line.thread_id)
    if (sessionId === undefined) return [rawEvent(source, line)]
    this.#sessionId = sessionId
    return [{ type: this.#context.isResumed ? 'session.resumed' : 'session.started', sessionId }]
  }

  #item(item: Fields, line: Fields): AgentEvent[] {
    const isDone = line.type === 'item.completed'
    const { text } = item
    const id = this.#idOf(item)
    if (item.type === 'error' && isDone) return [this.#warning(textOf(item.message) ?? 'A warning')]
    if ((item.type === 'agent_message' || item.type === 'reasoning') && isDone && typeof text === 'string') {
      if (item.type === 'agent_message') this.#lastMessage = text
      const type = item.type === 'agent_message' ? 'text.delta' : 'thinking.delta'
      return text === '' ? [] : [{ ...this.#base, type, text, messageId: id }]
    }
    const tool = toolItem(item.type)
    return tool === undefined ? [rawEvent(source, line)] : this.#tool(id, item, { tool, isDone })
  }

  /** Codex counts its items from zero in every run. */
  #idOf({ id }: Fields): string {
    const { runId } = this.#context
    const own = textOf(id) ?? 'item'
    return runId === undefined ? own : `${runId}/${own}`
  }

  #tool(
    toolCallId: string,
    item: Fields,
    { tool, isDone }: { tool: ToolItem; isDone: boolean },
  ): AgentEvent[] {
    const base = { ...this.#base, toolCallId }
    const events: AgentEvent[] = []
    if (!this.#called.has(toolCallId)) {
      this.#called.add(toolCallId)
      events.push({
        ...base,
        type: 'tool.called',
        ...tool.called(item, this.#context.cwd),
        status: 'in-progress',
      })
    }
    if (!isDone) return events
    this.#called.delete(toolCallId)
    const status = item.status === 'completed' ? 'completed' : 'failed'
    const result = tool.result(item)
    events.push({ ...base, type: 'tool.updated', status, ...result })
    if (result.error?.code === 'PERMISSION_DENIED') {
      const { message: description } = result.error
      events.push(denialNotice(this.#base, { toolCallId, tool: textOf(item.tool), description }))
    }
    return events
  }

  #complete(line: Fields): AgentEvent[] {
    this.#hasEnded = true
    this.#failure = undefined
    this.#tokens = readTokens(fieldsOf(line.usage))
    // The event covers the whole thread.
    return this.#tokens === undefined ? [] : [{ ...this.#base, type: 'usage.updated', tokens: this.#tokens }]
  }

  #error(message: string): AgentEvent[] {
    const counts = retryCounts(message)
    if (counts === undefined) return this.#fail(message)
    const reason = / \((.*)\)$/s.exec(message)?.[1]
    return [retryNotice('codex', { ...counts, reason }, this.#base)]
  }

  /** The failure of a turn repeats the previous error. */
  #fail(message: string): AgentEvent[] {
    if (this.#failure?.message === message) return []
    this.#failure = wordedFailure(message)
    return [{ ...this.#base, type: 'error', error: this.#failure }]
  }

  #warning(title: string): AgentEvent {
    return { ...this.#base, type: 'notice', severity: 'warning', title }
  }
}

/** stderr holds the reason if there was no turn. */
function unfinished(exit: AgentExit): ErrorDetail {
  const lost = lineWith(exit.stderrTail, /no rollout found/)
  if (lost !== undefined) return lastingFailure('SESSION_NOT_FOUND', lost)
  const untrusted = lineWith(exit.stderrTail, /^Not inside a trusted directory/)
  if (untrusted !== undefined) return lastingFailure('UNTRUSTED_FOLDER', untrusted)
  return crashFailure('codex', exit)
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
