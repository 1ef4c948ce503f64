import type { EventBase } from '../event-base.ts'

/** A file in the workspace changed. */
export interface FileChangedEvent extends EventBase {
  type: 'file.changed'
  /** The file. */
  path: string
  /** What happened to it. */
  operation: 'create' | 'update' | 'delete'
  /** The change as diff text. */
  diff?: string
}
