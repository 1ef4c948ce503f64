import { untold } from '../../command-line/read-values.ts'

/** A part of a message that comes in pieces. */
export type BlockType = 'text' | 'thinking' | 'tool_use'

interface Block {
  readonly type: string
  /** The call, where it is one. */
  readonly toolCallId: string | undefined
  told: string
}

interface Message {
  readonly id: string
  readonly blocks: Map<number, Block>
}

/**
 * What was told in pieces of the message that each agent writes now: the program sends it again as a whole, and
 * nothing may be told twice.
 */
export class StreamedBlocks {
  readonly #messages = new Map<string, Message>()

  /** A message begins, of the main agent (an empty name) or of a subagent. */
  begin(agent: string, id: string): void {
    this.#messages.set(agent, { id, blocks: new Map() })
  }

  /** The id of the message that is being written. */
  messageId(agent: string): string | undefined {
    return this.#messages.get(agent)?.id
  }

  open(agent: string, index: number, block: Omit<Block, 'told'>): void {
    this.#messages.get(agent)?.blocks.set(index, { ...block, told: '' })
  }

  /** A piece was told; gives the block it belongs to. */
  add(agent: string, index: number, piece: string): Readonly<Block> | undefined {
    const block = this.#messages.get(agent)?.blocks.get(index)
    if (block !== undefined) block.told += piece
    return block
  }

  /** Forgets the blocks from this one on; gives what was told of them. */
  abandon(agent: string, from: number): { text: string; thinking: string } {
    const told = { text: '', thinking: '' }
    const blocks = this.#messages.get(agent)?.blocks ?? new Map<number, Block>()
    for (const [index, block] of blocks) {
      if (index < from) continue
      blocks.delete(index)
      if (block.type === 'text' || block.type === 'thinking') told[block.type] += block.told
    }
    return told
  }

  /** What was not told yet of a whole block of a message. */
  rest(agent: string, { id, type, whole }: { id: string; type: BlockType; whole: string }): string {
    const message = this.#messages.get(agent)
    if (message?.id !== id) return whole
    for (const [index, block] of message.blocks) {
      if (block.type !== type) continue
      // A whole block comes once, in the order in which its pieces came.
      message.blocks.delete(index)
      return untold(whole, block.told)
    }
    return whole
  }
}
