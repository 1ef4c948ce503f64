import type { AgentSessionEvent, TranscriptChunk } from '../../capabilities/ecosystems/relay/events.ts'
import type { Clock } from '../../core/clock.ts'
import { createId } from '../../core/ids.ts'

/** A piece of text as the agent streamed it. */
export interface TranscriptPiece {
  type: 'transcript.piece'
  role: TranscriptChunk['role']
  text: string
  /** The agent's own id of the message. */
  messageId?: string
  thinking?: true
}

/** A chunk is emitted at this size or after this time. */
const maxCharacters = 1024
const maxDelayMs = 50

/** Merges consecutive pieces of one message into chunks. */
export class TranscriptChunks {
  readonly #clock: Clock
  readonly #emit: (event: AgentSessionEvent) => void
  #open: TranscriptPiece | undefined
  #timer: AbortController | undefined
  #sequence = 0

  constructor({ clock, emit }: { clock: Clock; emit: (event: AgentSessionEvent) => void }) {
    this.#clock = clock
    this.#emit = emit
  }

  add(piece: TranscriptPiece): void {
    if (piece.text === '') return
    if (this.#open !== undefined && !belongTogether(this.#open, piece)) this.flush()
    this.#open = { ...piece, text: (this.#open?.text ?? '') + piece.text }
    if (this.#open.text.length >= maxCharacters) this.flush()
    else this.#timer ??= this.#flushLater()
  }

  /** Emits the pending chunk, so that later events come after it. */
  flush(): void {
    this.#timer?.abort()
    this.#timer = undefined
    const piece = this.#open
    if (piece === undefined) return
    this.#open = undefined
    const { role, text: content, messageId, thinking } = piece
    const metadata = {
      ...(messageId === undefined ? {} : { messageId }),
      ...(thinking === undefined ? {} : { thinking }),
    }
    const chunk: TranscriptChunk = {
      id: createId('chunk'),
      at: new Date(this.#clock.now()),
      role,
      content,
      sequence: ++this.#sequence,
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    }
    this.#emit({ type: 'transcript.chunk', chunk })
  }

  #flushLater(): AbortController {
    const controller = new AbortController()
    this.#clock.sleep(maxDelayMs, controller.signal).then(
      () => this.flush(),
      // Already flushed.
      () => {},
    )
    return controller
  }
}

function belongTogether(first: TranscriptPiece, second: TranscriptPiece): boolean {
  return (
    first.role === second.role && first.messageId === second.messageId && first.thinking === second.thinking
  )
}
