import type { ToolContent } from '../../../events/tools/tool-content.ts'
import type { Remedy } from '../run-problem.ts'

/** A message of the user. */
export interface UserEntry {
  readonly kind: 'user'
  readonly id: string
  readonly text: string
  /** Attachments, as sent to the agent. */
  readonly parts: readonly AttachedPart[]
  /** The agent got the message during a turn. */
  readonly isSteered?: boolean
}

/** A message that waits for the end of the running turn. */
export interface QueuedMessage extends Pick<UserEntry, 'id' | 'text' | 'parts'> {
  /** `sending` until the gateway says whether it queued the message. */
  readonly status: 'sending' | 'queued'
}

/** An attached file. */
export interface AttachedPart {
  readonly type: 'image' | 'audio' | 'video' | 'document'
  readonly filename: string
  readonly source: { readonly type: 'data'; readonly value: string; readonly mimeType: string }
}

/** Text or reasoning of the agent. */
export interface TextEntry {
  readonly kind: 'text' | 'reasoning'
  readonly id: string
  readonly text: string
  /** More text may follow. */
  readonly isOpen: boolean
  readonly subagent?: string | undefined
}

export interface ToolEntry {
  readonly kind: 'tool'
  readonly id: string
  readonly name: string
  readonly title?: string | undefined
  /** The call runs a command. */
  readonly isCommand?: boolean
  /** The input as JSON text. */
  readonly input: string
  readonly status: string
  readonly result?: string | undefined
  readonly isError: boolean
  /** A person or a policy refused the call. */
  readonly isRefused?: boolean
  /** Diffs, terminals, images. */
  readonly content: readonly ToolContent[]
  readonly subagent?: string | undefined
}

/** A plan, a terminal or an image. */
export interface ActivityEntry {
  readonly kind: 'activity'
  readonly id: string
  readonly activityType: string
  readonly content: Readonly<Record<string, unknown>>
}

/** An agent that this agent started. */
export interface SubagentEntry {
  readonly kind: 'subagent'
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  readonly status: 'working' | 'done' | 'waiting' | 'failed'
  readonly error?: string | undefined
}

/** A notice or error of the thread itself. */
export interface NoticeEntry extends Remedy {
  readonly kind: 'notice'
  readonly id: string
  readonly text: string
  readonly isError: boolean
}

/** An entry of a thread; entries are ordered by their start. */
export type ThreadEntry = UserEntry | TextEntry | ToolEntry | ActivityEntry | SubagentEntry | NoticeEntry
