import type { AgentEvent } from '../events/event.ts'
import type { Run } from '../run/api/run.ts'
import type { StreamParts } from './parts/stream-parts.ts'

/** A question the agent waits with, and the tool call it is about. */
export interface OpenQuestion {
  requestId: string
  toolCallId: string
}

/** An agent at work on a call; one that waits for an answer is taken up by the next call. */
export class OpenTurn<FileData> {
  readonly run: Run
  readonly parts: StreamParts<FileData>
  /** Whether the answer is JSON, which is told when it is whole. */
  readonly isJson: boolean
  /** What the run warned of. */
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

  /** The next event; undefined when the run is over. */
  async next(): Promise<AgentEvent | undefined> {
    const { value } = await this.#events.next()
    return value
  }

  /** Ends the run, and the agent with it where it is the run's own. */
  async close(): Promise<void> {
    await this.run[Symbol.asyncDispose]()
  }
}

type OpenTurnOptions<FileData> = Pick<OpenTurn<FileData>, 'run' | 'parts' | 'isJson' | 'warnings'>
