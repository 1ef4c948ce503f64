import type { ContentBlock } from './content.ts'
import type { ErrorDetail } from './error.ts'
import type { EventBase } from './event-base.ts'
import type { OpenValue } from './open-value.ts'

/** The agent compacts the conversation to fit the context window. */
export interface CompactionUpdatedEvent extends EventBase {
  type: 'compaction.updated'
  /** Names this compaction in its session. */
  compactionId: string
  /** Progress. */
  status: OpenValue<'in-progress' | 'completed' | 'failed' | 'cancelled'>
  /** The whole summary. Absent: unchanged. `null`: cleared. */
  summary?: ContentBlock[] | null
  /** Why it failed. Absent: unchanged. `null`: cleared. */
  error?: ErrorDetail | null
}

/** Content appended to the summary of a compaction. */
export interface CompactionDeltaEvent extends EventBase {
  type: 'compaction.delta'
  /** The compaction whose summary grows. */
  compactionId: string
  /** The piece to append. */
  content: ContentBlock
}
