import { remainingText } from '../../command-line/read-values.ts'

/** The type of a streamed message block. */
export type BlockType = 'text' | 'thinking' | 'tool_use'

interface Block {
  readonly type: string
  /** The id of the tool call, if the block is one. */
  readonly toolCallId: string | undefined
  streamed: string
}

interface Message {
  readonly id: string
  readonly blocks: Map<number, Block>
}

/**
 * The streamed text of each agent's current message. Claude sends the message again as a whole, and no text may be
 * emitted twice.
 */
export class StreamedBlocks {
  readonly #messages = new Map<string, Message>()

  /** Starts a message of the main agent (an empty name) or of a subagent. */
  begin(agent: string, id: string): void {
    this.#messages.set(agent, { id, blocks: new Map() })
  }

  /** The id of the current message. */
  messageId(agent: string): string | undefined {
    return this.#messages.get(agent)?.id
  }

  open(agent: string, index: number, block: Omit<Block, 'streamed'>): void {
    this.#messages.get(agent)?.blocks.set(index, { ...block, streamed: '' })
  }

  /** Adds a delta to its block and returns the block. */
  add(agent: string, index: number, piece: string): Readonly<Block> | undefined {
    const block = this.#messages.get(agent)?.blocks.get(index)
    if (block !== undefined) block.streamed += piece
    return block
  }

  /** Drops the blocks from this index on and returns their streamed text. */
  abandon(agent: string, from: number): { text: string; thinking: string } {
    const streamed = { text: '', thinking: '' }
    const blocks = this.#messages.get(agent)?.blocks ?? new Map<number, Block>()
    for (const [index, block] of blocks) {
      if (index < from) continue
      blocks.delete(index)
      if (block.type === 'text' || block.type === 'thinking') streamed[block.type] += block.streamed
    }
    return streamed
  }

  /** The part of a whole block that was not streamed yet. */
  rest(agent: string, { id, type, whole }: { id: string; type: BlockType; whole: string }): string {
    const message = this.#messages.get(agent)
    if (message?.id !== id) return whole
    for (const [index, block] of message.blocks) {
      if (block.type !== type) continue
      // Each whole block arrives once, in the order of its deltas.
      message.blocks.delete(index)
      return remainingText(whole, block.streamed)
    }
    return whole
  }
}
