/** A file that is written into the folder of the run before the agent starts. */
export interface PlannedFile {
  /** From the folder of the run. */
  readonly path: string
  readonly content: string
}
