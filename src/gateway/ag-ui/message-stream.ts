import type { AgUiEvent, Metadata } from './events.ts'

/** The subagent that owns an event, if any. */
export type Owner = { readonly subagentRunId?: string }

/** Returns the next message id of the run. */
export type NextId = (kind: 'text' | 'reasoning' | 'content') => string

interface OpenMessage {
  readonly id: string
  /** The agent's own message id, if any. */
  readonly source: string | undefined
}

interface CutMessage extends OpenMessage {
  readonly kind: 'text' | 'reasoning'
}

/** The messages of one speaker: at most one is open, text or reasoning. */
export class MessageStream {
  readonly #owner: Owner
  readonly #nextId: NextId
  #text: OpenMessage | undefined
  #reasoning: (OpenMessage & { readonly span: string }) | undefined
  /** The message that was split, until another one starts. */
  #cut: CutMessage | undefined

  constructor(owner: Owner, nextId: NextId) {
    this.#owner = owner
    this.#nextId = nextId
  }

  /** Adds text; another message or kind ends the previous one. */
  text(
    delta: string,
    { source, role = 'assistant' }: { source?: string | undefined; role?: 'assistant' | 'system' },
  ): AgUiEvent[] {
    const events: AgUiEvent[] = []
    if (this.#text === undefined || isAnother(this.#text, source)) {
      const beside = { ...this.#continued('text', source), ...this.#owner }
      events.push(...this.close())
      const id = this.#nextId('text')
      this.#text = { id, source }
      events.push({ type: 'TEXT_MESSAGE_START', messageId: id, role, ...beside })
    }
    events.push({ type: 'TEXT_MESSAGE_CONTENT', messageId: this.#text.id, delta, ...this.#owner })
    return events
  }

  /** Adds reasoning, in its own span. */
  reasoning(delta: string, source: string | undefined): AgUiEvent[] {
    const events: AgUiEvent[] = []
    if (this.#reasoning === undefined || isAnother(this.#reasoning, source)) {
      const beside = { ...this.#continued('reasoning', source), ...this.#owner }
      events.push(...this.close())
      const id = this.#nextId('reasoning')
      const span = `${id}-span`
      this.#reasoning = { id, span, source }
      events.push(
        { type: 'REASONING_START', messageId: span, ...this.#owner },
        { type: 'REASONING_MESSAGE_START', messageId: id, role: 'reasoning', ...beside },
      )
    }
    events.push({ type: 'REASONING_MESSAGE_CONTENT', messageId: this.#reasoning.id, delta, ...this.#owner })
    return events
  }

  /** Ends the open message. */
  close(): AgUiEvent[] {
    const events: AgUiEvent[] = []
    if (this.#text !== undefined) {
      events.push({ type: 'TEXT_MESSAGE_END', messageId: this.#text.id, ...this.#owner })
    }
    if (this.#reasoning !== undefined) {
      const { id, span } = this.#reasoning
      events.push(
        { type: 'REASONING_MESSAGE_END', messageId: id, ...this.#owner },
        { type: 'REASONING_END', messageId: span, ...this.#owner },
      )
    }
    this.#text = undefined
    this.#reasoning = undefined
    this.#cut = undefined
    return events
  }

  /** Ends the open message early; its rest becomes a new message with `continues` metadata. */
  cut(): AgUiEvent[] {
    const open = this.#cut ?? this.#open()
    const events = this.close()
    this.#cut = open
    return events
  }

  #open(): CutMessage | undefined {
    if (this.#text !== undefined) return { kind: 'text', ...this.#text }
    return this.#reasoning === undefined ? undefined : { kind: 'reasoning', ...this.#reasoning }
  }

  #continued(kind: 'text' | 'reasoning', source: string | undefined): { metadata?: Metadata } {
    const cut = this.#cut
    if (cut?.kind !== kind || isAnother(cut, source)) return {}
    return { metadata: { capstan: { continues: cut.id } } }
  }
}

/** Text without a message id continues the open message. */
function isAnother(open: OpenMessage, source: string | undefined): boolean {
  return source !== undefined && open.source !== undefined && source !== open.source
}
