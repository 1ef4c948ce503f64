import type { Run } from '../run/api/run.ts'
import { OpenTurn } from '../run/open-turn.ts'
import type { StreamParts } from './parts/stream-parts.ts'

/** A pending permission request and the tool call it is about. */
export interface OpenQuestion {
  requestId: string
  toolCallId: string
}

export interface ModelTurnOptions<FileData> {
  run: Run
  parts: StreamParts<FileData>
  /** Whether the answer is JSON, which is emitted once it is complete. */
  isJson: boolean
  /** The warnings of the run. */
  warnings: readonly string[]
}

/** A turn of an agent; the next call continues a turn that waits for an approval. */
export class ModelTurn<FileData> extends OpenTurn {
  readonly parts: StreamParts<FileData>
  readonly isJson: boolean
  readonly warnings: readonly string[]
  /** The request that the next call answers. */
  question: OpenQuestion | undefined

  constructor({ run, parts, isJson, warnings }: ModelTurnOptions<FileData>) {
    super(run)
    this.parts = parts
    this.isJson = isJson
    this.warnings = warnings
  }
}
