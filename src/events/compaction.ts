import type { ContentBlock } from './content.ts'
import type { ErrorDetail } from './error.ts'
import type { EventBase } from './event-base.ts'
import type { OpenValue } from './open-value.ts'

/** The conversation is being shortened to fit the context window, or has been. */
export interface CompactionUpdatedEvent extends EventBase {
  type: 'compaction.updated'
  /** Names this compaction in its session. */
  compactionId: string
  /** How far it is. */
  status: OpenValue<'in-progress' | 'completed' | 'failed' | 'cancelled'>
  /** The whole summary. Absent: as before. `null`: cleared. */
  summary?: ContentBlock[] | null
  /** Why it failed. Absent: as before. `null`: cleared. */
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
