import type { AgentEvent } from '../../../events/event.ts'
import type { EventBase } from '../../../events/event-base.ts'
import {
  countOf,
  fieldsOf,
  type Fields,
  listOf,
  present,
  rawEvent,
  textOf,
  timeOf,
  unknownPart,
} from '../../command-line/read-values.ts'
import type { RunTotal } from './run-total.ts'
import { StreamedBlocks } from './streamed-blocks.ts'
import { ClaudeToolCalls } from './tool-calls.ts'

/** The name of the format in `raw` events. */
export const claudeSource = 'claude-stream-json'

/** The common fields of a line's events. */
export function baseOf(line: Fields): EventBase {
  return present<EventBase>({
    sessionId: textOf(line.session_id),
    subagentId: textOf(line.parent_tool_use_id),
    at: timeOf(line.timestamp),
  })
}

/** Reads streamed messages, whole messages and tool results. */
export class ClaudeMessages {
  readonly #blocks = new StreamedBlocks()
  readonly #calls: ClaudeToolCalls
  readonly #total: RunTotal
  #model: string | undefined

  constructor({ cwd, total }: { cwd: string; total: RunTotal }) {
    this.#calls = new ClaudeToolCalls(cwd)
    this.#total = total
  }

  /** The model of the main agent's last message. */
  get model(): string | undefined {
    return this.#model
  }

  /** Reads a delta of the provider's stream. */
  piece(line: Fields): AgentEvent[] {
    const event = fieldsOf(line.event)
    const agent = agentOf(line)
    switch (event.type) {
      case 'message_start':
        this.#begin(fieldsOf(event.message), agent)
        return []
      case 'content_block_start':
        return this.#open(event, line)
      case 'content_block_delta':
        return this.#delta(event, line)
      case 'message_delta':
        this.#total.endMessage(event.usage, { isMain: agent === '' })
        return []
      case 'message_stop':
        return this.#abandon(line)
      case 'content_block_stop':
        return []
      default:
        return [rawEvent(claudeSource, line)]
    }
  }

  /** Reads a whole message or block: emits only the text that was not streamed. */
  whole(line: Fields): AgentEvent[] {
    const message = fieldsOf(line.message)
    if (agentOf(line) === '') {
      this.#model = textOf(message.model) ?? this.#model
      if (this.#blocks.messageId('') !== message.id) this.#total.seeContext(message.usage)
    }
    return listOf(message.content).flatMap((block) => this.#wholeBlock(fieldsOf(block), message, line))
  }

  /** Reads tool results and text of the user. */
  answer(line: Fields): AgentEvent[] {
    const { content } = fieldsOf(line.message)
    if (typeof content === 'string') {
      return content === '' ? [] : [{ ...baseOf(line), type: 'text.delta', text: content, role: 'user' }]
    }
    return listOf(content).map((item): AgentEvent => {
      const block = fieldsOf(item)
      if (block.type === 'tool_result' && typeof block.tool_use_id === 'string') {
        return this.#calls.result(block.tool_use_id, block, { line, base: baseOf(line) })
      }
      return block.type === 'text' && typeof block.text === 'string'
        ? { ...baseOf(line), type: 'text.delta', text: block.text, role: 'user' }
        : { ...baseOf(line), type: 'content.delta', content: unknownPart(block), role: 'user' }
    })
  }

  /** Ends a denied call without a result. */
  deny(toolCallId: string, base: EventBase): AgentEvent[] {
    return this.#calls.deny(toolCallId, base)
  }

  #begin(message: Fields, agent: string): void {
    this.#blocks.begin(agent, textOf(message.id) ?? '')
    this.#total.beginMessage(message.usage, { isMain: agent === '' })
  }

  /** The provider's stream was cut: Claude continues without the unfinished blocks. */
  #abandon(line: Fields): AgentEvent[] {
    const from = countOf(fieldsOf(line.abandoned_blocks).from_block_index)
    const agent = agentOf(line)
    if (from === undefined) return []
    const messageId = this.#blocks.messageId(agent)
    const { text, thinking } = this.#blocks.abandon(agent, from)
    if (text === '' && thinking === '') return []
    const rest = present({ messageId, thinking: thinking === '' ? undefined : thinking })
    return [{ ...baseOf(line), type: 'message.retracted', text, ...rest }]
  }

  #open(event: Fields, line: Fields): AgentEvent[] {
    const block = fieldsOf(event.content_block)
    const toolCallId = block.type === 'tool_use' ? textOf(block.id) : undefined
    this.#blocks.open(agentOf(line), countOf(event.index) ?? 0, { type: String(block.type), toolCallId })
    return toolCallId === undefined ? [] : this.#calls.begin(toolCallId, block, baseOf(line))
  }

  #delta(event: Fields, line: Fields): AgentEvent[] {
    const agent = agentOf(line)
    const delta = fieldsOf(event.delta)
    const [type, text] = pieceOf(delta)
    // A signature proves a thought to the provider and has no text.
    if (delta.type === 'signature_delta') return []
    if (type === undefined) return [rawEvent(claudeSource, line)]
    const block = this.#blocks.add(agent, countOf(event.index) ?? 0, text)
    if (text === '') return []
    if (type !== 'tool.input') {
      return [{ ...baseOf(line), type, text, ...present({ messageId: this.#blocks.messageId(agent) }) }]
    }
    if (block?.toolCallId === undefined) return [rawEvent(claudeSource, line)]
    return [{ ...baseOf(line), type, toolCallId: block.toolCallId, text }]
  }

  #wholeBlock(block: Fields, message: Fields, line: Fields): AgentEvent[] {
    const id = textOf(message.id) ?? ''
    const base = baseOf(line)
    const messageId = id === '' ? {} : { messageId: id }
    const { type } = block
    if (type === 'tool_use' && typeof block.id === 'string') return [this.#calls.whole(block.id, block, base)]
    const whole = type === 'text' ? block.text : type === 'thinking' ? block.thinking : undefined
    if ((type === 'text' || type === 'thinking') && typeof whole === 'string') {
      const text = this.#blocks.rest(agentOf(line), { id, type, whole })
      if (text === '') return []
      return [{ ...base, type: type === 'text' ? 'text.delta' : 'thinking.delta', text, ...messageId }]
    }
    return [{ ...base, type: 'content.delta', content: unknownPart(block), ...messageId }]
  }
}

/** The subagent of a line; empty for the main agent. */
function agentOf(line: Fields): string {
  return textOf(line.parent_tool_use_id) ?? ''
}

function pieceOf(delta: Fields): ['text.delta' | 'thinking.delta' | 'tool.input' | undefined, string] {
  if (delta.type === 'text_delta' && typeof delta.text === 'string') return ['text.delta', delta.text]
  if (delta.type === 'thinking_delta' && typeof delta.thinking === 'string')
    return ['thinking.delta', delta.thinking]
  if (delta.type === 'input_json_delta' && typeof delta.partial_json === 'string')
    return ['tool.input', delta.partial_json]
  return [undefined, '']
}
