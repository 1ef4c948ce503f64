import type { SubagentUpdatedEvent } from '../../events/subagent.ts'
import type { AgUiEvent } from './events.ts'
import { errorCode } from './run-end.ts'

interface Subagent {
  name: string
  description: string | undefined
  /** Number of runs so far. */
  runs: number
}

/** The subagents of a thread. Outlives its runs. */
export class SubagentRegistry {
  readonly #known = new Map<string, Subagent>()

  /** Updates name and description. */
  update({ subagentId, title, description }: SubagentUpdatedEvent): void {
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

/** The active subagents of a client's run, each with its own run id. */
export class ActiveSubagents {
  readonly #registry: SubagentRegistry
  readonly #active = new Map<string, string>()

  constructor(registry: SubagentRegistry) {
    this.#registry = registry
  }

  /** The run id of an active subagent. */
  runOf(subagentId: string): string | undefined {
    return this.#active.get(subagentId)
  }

  /** Starts a run of the subagent, unless it is active. */
  start(subagentId: string): AgUiEvent[] {
    if (this.#active.has(subagentId)) return []
    const subagent = this.#registry.find(subagentId)
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

  /** Ends the subagent's run according to its state. */
  end(subagentId: string, { state }: Pick<SubagentUpdatedEvent, 'state'> = {}): AgUiEvent[] {
    const subagentRunId = this.#active.get(subagentId)
    if (subagentRunId === undefined) return []
    this.#active.delete(subagentId)
    if (state?.status !== 'failed') return [{ type: 'SUBAGENT_FINISHED', subagentRunId }]
    const error = state.error ?? { message: 'The subagent failed' }
    return [{ type: 'SUBAGENT_ERROR', subagentRunId, message: error.message, code: errorCode(error) }]
  }

  /** Ends all runs; open interrupts suspend them. */
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
