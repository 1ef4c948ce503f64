import type { SharedPaths } from './definition-thinking.ts'

/** A file to write into the run's folder before the agent starts. */
export interface PlannedFile {
  /** Relative to the run's folder. */
  readonly path: string
  readonly content: string
  /** The file is a program. */
  readonly isExecutable?: true
  /** Merge the file over the same file in the user's home, and link its neighbors. */
  readonly over?: { readonly folderVariable: string; readonly file: string; readonly shares?: SharedPaths }
}
