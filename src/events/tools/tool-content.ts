import type { ContentBlock } from '../content.ts'
import type { Diff } from './diff.ts'
import type { Extensible } from '../event-base.ts'
import type { UnknownPart } from '../unknown-part.ts'

/** A part of a tool call's content. */
export type ToolContent = ToolBlock | Diff | ToolTerminal | UnknownPart

/** A block of content: text, an image, a resource. */
export interface ToolBlock extends Extensible {
  type: 'content'
  /** The block. */
  content: ContentBlock
}

/** A terminal, by its id; `terminal.*` events carry its output. */
export interface ToolTerminal extends Extensible {
  type: 'terminal'
  /** The terminal, by its id in the session. */
  terminalId: string
}
