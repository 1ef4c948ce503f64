import type { ContentBlock } from '../../events/content.ts'
import type { AgentEvent, AgentEventOf } from '../../events/event.ts'
import type { ModelStreamPart } from './stream-part.ts'
import { ToolCalls } from './tool-calls.ts'

export interface StreamPartsOptions<FileData> {
  /** How a file is said in this generation, from base64. */
  fileData: (base64: string) => FileData
  /** Every event as it came, too. */
  includeRaw: boolean
  /** Keeps the words back: they are an answer in JSON that is given when it is whole. */
  holdText: boolean
}

interface Block {
  kind: 'text' | 'reasoning'
  id: string
  messageId: string | undefined
}

/** Makes parts of a stream of events. One block of text is open at a time: what comes between ends it. */
export class StreamParts<FileData> {
  readonly tools = new ToolCalls()
  readonly #options: StreamPartsOptions<FileData>
  readonly #ids = new Map<string, number>()
  /** What was said of each message, for agents that tell a message whole. */
  readonly #said = new Map<string, string>()
  #block: Block | undefined

  constructor(options: StreamPartsOptions<FileData>) {
    this.#options = options
  }

  /** The parts of an event. */
  of(event: AgentEvent): ModelStreamPart<FileData>[] {
    const parts = this.#partsOf(event)
    // The SDK has no part that takes words back: who knows our events finds it in the raw ones.
    const isRaw = this.#options.includeRaw || event.type === 'message.retracted'
    return isRaw ? [{ type: 'raw', rawValue: event }, ...parts] : parts
  }

  /** Words of the agent as a block of their own. */
  text(words: string): ModelStreamPart<FileData>[] {
    return [...this.#say('text', words, undefined), ...this.close()]
  }

  /** Ends what is open. */
  close(): ModelStreamPart<FileData>[] {
    const block = this.#block
    this.#block = undefined
    return block === undefined ? [] : [{ type: `${block.kind}-end`, id: block.id }]
  }

  /** The turn is over. */
  end(): ModelStreamPart<FileData>[] {
    return [...this.close(), ...this.tools.endAll()]
  }

  #partsOf(event: AgentEvent): ModelStreamPart<FileData>[] {
    if (event.type === 'text.delta') return isAgent(event) ? this.#words(event.text, event.messageId) : []
    if (event.type === 'thinking.delta') return this.#say('reasoning', event.text, event.messageId)
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

  #words(text: string, messageId: string | undefined): ModelStreamPart<FileData>[] {
    return this.#options.holdText ? [] : this.#say('text', text, messageId)
  }

  #say(kind: Block['kind'], delta: string, messageId: string | undefined): ModelStreamPart<FileData>[] {
    if (delta === '') return []
    if (messageId !== undefined) this.#said.set(messageId, (this.#said.get(messageId) ?? '') + delta)
    const isSame = this.#block?.kind === kind && this.#block.messageId === messageId
    if (this.#block !== undefined && isSame) return [{ type: `${kind}-delta`, id: this.#block.id, delta }]
    const id = this.#freshId(messageId ?? kind)
    const before = this.close()
    this.#block = { kind, id, messageId }
    return [...before, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }]
  }

  /** A message that is told whole adds what was not said yet; what was said cannot be taken back. */
  #message({ messageId, content, thinking }: AgentEventOf<'message.updated'>): ModelStreamPart<FileData>[] {
    const text = (content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('')
    const said = this.#said.get(messageId) ?? ''
    const rest = text.startsWith(said) ? text.slice(said.length) : text
    return thinking === true ? this.#say('reasoning', rest, messageId) : this.#words(rest, messageId)
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

  /** Ids are the agent's own; a message that goes on after something else gets another one. */
  #freshId(name: string): string {
    const count = (this.#ids.get(name) ?? 0) + 1
    this.#ids.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  }
}

function isAgent({ role }: { role?: string }): boolean {
  return role === undefined || role === 'agent'
}
