import type { ToolContent } from '../../../events/tools/tool-content.ts'

/** What a person said. */
export interface UserEntry {
  readonly kind: 'user'
  readonly id: string
  readonly text: string
  /** What went with it, as the agent gets it. */
  readonly parts: readonly AttachedPart[]
}

/** A file that goes with a message. */
export interface AttachedPart {
  readonly type: 'image' | 'audio' | 'video' | 'document'
  readonly filename: string
  readonly source: { readonly type: 'data'; readonly value: string; readonly mimeType: string }
}

/** What the agent said, or thought. */
export interface TextEntry {
  readonly kind: 'text' | 'reasoning'
  readonly id: string
  readonly text: string
  /** More of it may come. */
  readonly isOpen: boolean
  readonly subagent?: string | undefined
}

/** A call of a tool. */
export interface ToolEntry {
  readonly kind: 'tool'
  readonly id: string
  readonly name: string
  readonly title?: string | undefined
  /** The input as JSON text. */
  readonly input: string
  readonly status: string
  readonly result?: string | undefined
  readonly isError: boolean
  /** What it shows: diffs, terminals, images. */
  readonly content: readonly ToolContent[]
  readonly subagent?: string | undefined
}

/** What stands beside the conversation: a plan, a terminal, an image. */
export interface ActivityEntry {
  readonly kind: 'activity'
  readonly id: string
  readonly activityType: string
  readonly content: Readonly<Record<string, unknown>>
}

/** Another agent that this one has started. */
export interface SubagentEntry {
  readonly kind: 'subagent'
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  readonly status: 'working' | 'done' | 'waiting' | 'failed'
  readonly error?: string | undefined
}

/** A word about the thread itself. */
export interface NoticeEntry {
  readonly kind: 'notice'
  readonly id: string
  readonly text: string
  readonly isError: boolean
}

/** One thing in a thread, in the order in which it began. */
export type ThreadEntry = UserEntry | TextEntry | ToolEntry | ActivityEntry | SubagentEntry | NoticeEntry
