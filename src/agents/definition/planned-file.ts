import type { SharedPaths } from './definition-thinking.ts'

/** A file that is written into the folder of the run before the agent starts. */
export interface PlannedFile {
  /** From the folder of the run. */
  readonly path: string
  readonly content: string
  /** It is laid over the same file of the user's own home, and everything beside that is linked. */
  readonly over?: { readonly folderVariable: string; readonly file: string; readonly shares?: SharedPaths }
}
