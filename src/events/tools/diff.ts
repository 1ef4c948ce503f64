import type { Extensible } from '../event-base.ts'
import type { OpenValue } from '../open-value.ts'

/** Changes of files, as a tool proposes or has made them. */
export interface Diff extends Extensible {
  type: 'diff'
  /** Every changed file. */
  changes: FileChange[]
  /** All or some of the changes as patch text. */
  patch?: Patch
}

/** The change of one file. */
export type FileChange = KnownFileChange | UnknownFileChange

interface FileChangeBase extends Extensible {
  /** Kind of content. */
  fileType?: OpenValue<'text' | 'binary' | 'directory' | 'symlink'>
  /** MIME type of the content. */
  mimeType?: string
}

/** A change of one file with its path, and with its texts where the source gave them. */
export interface KnownFileChange extends FileChangeBase {
  /** The operation. */
  operation: 'add' | 'modify' | 'delete' | 'move' | 'copy'
  /** Absolute path, after the change. */
  path: string
  /** Absolute path before a move, or of the original of a copy. */
  oldPath?: string
  /** The text before. Absent for a new file, or when only a patch was given. */
  oldText?: string
  /** The text after. Absent when only a patch was given. */
  newText?: string
}

/** A kind of change that this version does not know, kept unchanged. */
export interface UnknownFileChange extends FileChangeBase {
  operation: 'unknown'
  /** Name of the operation. */
  originalOperation: string
  /** All other fields, unchanged. */
  data: Record<string, unknown>
}

/** Patch text and its format. */
export interface Patch extends Extensible {
  /** The format of the text. */
  format: OpenValue<'git-patch'>
  /** The patch. */
  text: string
}
