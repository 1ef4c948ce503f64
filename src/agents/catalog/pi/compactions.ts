import type { AgentEvent } from '../../../events/event.ts'
import { type Fields, fieldsOf, present, textOf } from '../../command-line/read-values.ts'

/** Emits compaction events; Pi's lines have no compaction ids. */
export class PiCompactions {
  readonly #prefix: string
  #count = 0

  constructor(runId: string | undefined) {
    this.#prefix = runId === undefined ? 'compaction' : `${runId}-compaction`
  }

  start(): AgentEvent[] {
    this.#count++
    return [{ type: 'compaction.updated', compactionId: this.#id, status: 'in-progress' }]
  }

  end(line: Fields): AgentEvent[] {
    const message = textOf(line.errorMessage)
    const summary = textOf(fieldsOf(line.result).summary)
    const isStopped = line.aborted === true || line.skipped === true
    return [
      {
        type: 'compaction.updated',
        compactionId: this.#id,
        status: message !== undefined ? 'failed' : isStopped ? 'cancelled' : 'completed',
        ...(summary === undefined ? {} : { summary: [{ type: 'text', text: summary }] }),
        ...present({ error: message === undefined ? undefined : { message } }),
      },
    ]
  }

  get #id(): string {
    return `${this.#prefix}-${this.#count}`
  }
}
