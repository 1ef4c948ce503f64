import type { Extensible } from '../event-base.ts'
import type { OpenValue } from '../open-value.ts'

/** Changes of files, as a tool proposes or has made them. */
export interface Diff extends Extensible {
  type: 'diff'
  /** Every file it touches. */
  changes: FileChange[]
  /** All or some of the changes as patch text. */
  patch?: Patch
}

/** What happens to one file. */
export type FileChange = KnownFileChange | UnknownFileChange

interface FileChangeBase extends Extensible {
  /** What the file holds. */
  fileType?: OpenValue<'text' | 'binary' | 'directory' | 'symlink'>
  /** What the contents are. */
  mimeType?: string
}

/** A change of one file with its path, and with its texts where the source gave them. */
export interface KnownFileChange extends FileChangeBase {
  /** What happens to the file. */
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

/** A change of a sort that this version does not know, kept whole. */
export interface UnknownFileChange extends FileChangeBase {
  operation: 'unknown'
  /** The operation's own name. */
  originalOperation: string
  /** All its other fields, untouched. */
  data: Record<string, unknown>
}

/** Patch text and what it is written in. */
export interface Patch extends Extensible {
  /** The format of the text. */
  format: OpenValue<'git-patch'>
  /** The patch. */
  text: string
}
