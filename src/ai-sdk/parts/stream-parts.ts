import type { ContentBlock } from '../../events/content.ts'
import type { AgentEvent, AgentEventOf } from '../../events/event.ts'
import type { ModelStreamPart } from './stream-part.ts'
import { ToolCalls } from './tool-calls.ts'

export interface StreamPartsOptions<FileData> {
  /** Converts base64 to the file representation of V3 or V4. */
  fileData: (base64: string) => FileData
  /** Also emits every event as a `raw` part. */
  includeRaw: boolean
  /** Withholds text deltas: a JSON answer is emitted once it is complete. */
  holdText: boolean
}

interface Block {
  kind: 'text' | 'reasoning'
  id: string
  messageId: string | undefined
}

/** Converts events to stream parts. One text block is open at a time; any other part ends it. */
export class StreamParts<FileData> {
  readonly tools = new ToolCalls()
  readonly #options: StreamPartsOptions<FileData>
  readonly #ids = new Map<string, number>()
  /** The text emitted for each message, for agents that repeat the complete message. */
  readonly #emitted = new Map<string, string>()
  #block: Block | undefined

  constructor(options: StreamPartsOptions<FileData>) {
    this.#options = options
  }

  /** The parts of an event. */
  of(event: AgentEvent): ModelStreamPart<FileData>[] {
    const parts = this.#partsOf(event)
    // The SDK has no part for a retraction, so the raw event reports it.
    const isRaw = this.#options.includeRaw || event.type === 'message.retracted'
    return isRaw ? [{ type: 'raw', rawValue: event }, ...parts] : parts
  }

  /** A text as a block of its own. */
  text(text: string): ModelStreamPart<FileData>[] {
    return [...this.#delta('text', text, undefined), ...this.close()]
  }

  /** Ends the open block. */
  close(): ModelStreamPart<FileData>[] {
    const block = this.#block
    this.#block = undefined
    return block === undefined ? [] : [{ type: `${block.kind}-end`, id: block.id }]
  }

  /** Ends the open block and all open tool calls. */
  end(): ModelStreamPart<FileData>[] {
    return [...this.close(), ...this.tools.endAll()]
  }

  #partsOf(event: AgentEvent): ModelStreamPart<FileData>[] {
    if (event.type === 'text.delta') return isAgent(event) ? this.#text(event.text, event.messageId) : []
    if (event.type === 'thinking.delta') return this.#delta('reasoning', event.text, event.messageId)
    if (event.type === 'message.updated') return isAgent(event) ? this.#message(event) : []
    if (event.type === 'message.retracted') return this.close()
    if (event.type === 'content.delta') {
      return isAgent(event) && event.thinking !== true ? this.#file(event.content) : []
    }
    if (event.type === 'tool.called' || event.type === 'tool.updated') {
      return this.#between(this.tools.called(event))
    }
    if (event.type === 'tool.input') return this.#between(this.tools.input(event))
    if (event.type === 'tool.output') this.tools.output(event)
    if (event.type === 'terminal.output') this.tools.terminals.printed(event)
    if (event.type === 'terminal.updated') this.tools.terminals.updated(event)
    return []
  }

  #text(text: string, messageId: string | undefined): ModelStreamPart<FileData>[] {
    return this.#options.holdText ? [] : this.#delta('text', text, messageId)
  }

  #delta(kind: Block['kind'], delta: string, messageId: string | undefined): ModelStreamPart<FileData>[] {
    if (delta === '') return []
    if (messageId !== undefined) this.#emitted.set(messageId, (this.#emitted.get(messageId) ?? '') + delta)
    const isSame = this.#block?.kind === kind && this.#block.messageId === messageId
    if (this.#block !== undefined && isSame) return [{ type: `${kind}-delta`, id: this.#block.id, delta }]
    const id = this.#freshId(messageId ?? kind)
    const before = this.close()
    this.#block = { kind, id, messageId }
    return [...before, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }]
  }

  /** A complete message adds the text that was not emitted yet; emitted text cannot be retracted. */
  #message({ messageId, content, thinking }: AgentEventOf<'message.updated'>): ModelStreamPart<FileData>[] {
    const text = (content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('')
    const emitted = this.#emitted.get(messageId) ?? ''
    const rest = text.startsWith(emitted) ? text.slice(emitted.length) : text
    return thinking === true ? this.#delta('reasoning', rest, messageId) : this.#text(rest, messageId)
  }

  #file(block: ContentBlock): ModelStreamPart<FileData>[] {
    if (block.type !== 'image' && block.type !== 'audio') return []
    return this.#between([
      { type: 'file', mediaType: block.mimeType, data: this.#options.fileData(block.data) },
    ])
  }

  #between(parts: ModelStreamPart<FileData>[]): ModelStreamPart<FileData>[] {
    return parts.length === 0 ? [] : [...this.close(), ...parts]
  }

  /** The agent's own id; a message that continues after another part gets a numbered id. */
  #freshId(name: string): string {
    const count = (this.#ids.get(name) ?? 0) + 1
    this.#ids.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  }
}

function isAgent({ role }: { role?: string }): boolean {
  return role === undefined || role === 'agent'
}
