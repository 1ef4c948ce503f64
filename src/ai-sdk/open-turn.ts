import type { AgentEvent } from '../events/event.ts'
import type { Run } from '../run/api/run.ts'
import type { StreamParts } from './parts/stream-parts.ts'

/** A pending permission request and the tool call it is about. */
export interface OpenQuestion {
  requestId: string
  toolCallId: string
}

/** A turn of an agent; the next call continues a turn that waits for an approval. */
export class OpenTurn<FileData> {
  readonly run: Run
  readonly parts: StreamParts<FileData>
  /** Whether the answer is JSON, which is emitted once it is complete. */
  readonly isJson: boolean
  /** The warnings of the run. */
  readonly warnings: readonly string[]
  question: OpenQuestion | undefined
  readonly #events: AsyncIterator<AgentEvent, undefined>

  constructor({ run, parts, isJson, warnings }: OpenTurnOptions<FileData>) {
    this.run = run
    this.parts = parts
    this.isJson = isJson
    this.warnings = warnings
    this.#events = run[Symbol.asyncIterator]()
  }

  /** The next event; undefined when the run has ended. */
  async next(): Promise<AgentEvent | undefined> {
    const { value } = await this.#events.next()
    return value
  }

  /** Ends the run, and the agent if the run started it. */
  async close(): Promise<void> {
    await this.run[Symbol.asyncDispose]()
  }
}

type OpenTurnOptions<FileData> = Pick<OpenTurn<FileData>, 'run' | 'parts' | 'isJson' | 'warnings'>
