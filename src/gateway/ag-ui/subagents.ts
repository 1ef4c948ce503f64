import type { SubagentUpdatedEvent } from '../../events/subagent.ts'
import type { AgUiEvent } from './events.ts'
import { errorCode } from './run-end.ts'

interface Subagent {
  name: string
  description: string | undefined
  /** How many times it was at work: each is a run of its own. */
  runs: number
}

/** The subagents of a thread. They outlive its runs. */
export class SubagentBook {
  readonly #known = new Map<string, Subagent>()

  /** Takes what is told of one. */
  learn({ subagentId, title, description }: SubagentUpdatedEvent): void {
    const known = this.find(subagentId)
    if (title) known.name = title
    if (description !== undefined) known.description = description ?? undefined
  }

  find(subagentId: string): Subagent {
    let known = this.#known.get(subagentId)
    if (known === undefined) {
      known = { name: subagentId, description: undefined, runs: 0 }
      this.#known.set(subagentId, known)
    }
    return known
  }
}

/** The subagents that are at work in one run of a client, each with the id of its own run. */
export class ActiveSubagents {
  readonly #book: SubagentBook
  readonly #active = new Map<string, string>()

  constructor(book: SubagentBook) {
    this.#book = book
  }

  /** The id of its run, if it is at work. */
  runOf(subagentId: string): string | undefined {
    return this.#active.get(subagentId)
  }

  /** Begins its run, unless it is at work. */
  start(subagentId: string): AgUiEvent[] {
    if (this.#active.has(subagentId)) return []
    const subagent = this.#book.find(subagentId)
    subagent.runs += 1
    const subagentRunId = subagent.runs === 1 ? subagentId : `${subagentId}:${subagent.runs}`
    this.#active.set(subagentId, subagentRunId)
    const { name, description } = subagent
    return [
      {
        type: 'SUBAGENT_STARTED',
        subagentRunId,
        name,
        ...(description === undefined ? {} : { description }),
      },
    ]
  }

  /** Ends its run as its state says. */
  end(subagentId: string, { state }: Pick<SubagentUpdatedEvent, 'state'> = {}): AgUiEvent[] {
    const subagentRunId = this.#active.get(subagentId)
    if (subagentRunId === undefined) return []
    this.#active.delete(subagentId)
    if (state?.status !== 'failed') return [{ type: 'SUBAGENT_FINISHED', subagentRunId }]
    const error = state.error ?? { message: 'The subagent failed' }
    return [{ type: 'SUBAGENT_ERROR', subagentRunId, message: error.message, code: errorCode(error) }]
  }

  /** Ends all of them; those that wait for an answer are suspended by it. */
  endAll(interruptIds: readonly string[] = []): AgUiEvent[] {
    const runs = [...this.#active.values()]
    this.#active.clear()
    return runs.map((subagentRunId) => ({
      type: 'SUBAGENT_FINISHED',
      subagentRunId,
      ...(interruptIds.length === 0
        ? {}
        : { outcome: { type: 'suspended', interruptIds: [...interruptIds] } }),
    }))
  }
}

/** Whether a subagent with this state has ended its work. */
export function hasEnded({ state }: Pick<SubagentUpdatedEvent, 'state'>): boolean {
  if (state === undefined || state === null) return false
  return (
    state.status === 'failed' ||
    state.status === 'released' ||
    (state.status === 'idle' && state.stopReason !== undefined)
  )
}
