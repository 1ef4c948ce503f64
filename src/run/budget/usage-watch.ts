import type { AgentEvent } from '../../events/event.ts'
import type { RunUsage, UsageUpdatedEvent } from '../../events/usage.ts'
import type { RunConversation } from '../api/run-conversation.ts'
import type { Budget } from './budget.ts'
import type { BudgetExceededError } from './budget-exceeded-error.ts'

export interface UsageWatchOptions {
  readonly budget: Budget
  /** Whether a turn is in progress. */
  readonly isWorking: () => boolean
  /** Stops the run. */
  readonly onBreach: (error: BudgetExceededError) => void
}

/** Counts the usage of a run while the agent works, so that a limit can stop it. */
export class UsageWatch {
  readonly #options: UsageWatchOptions
  #isReading = false
  #unwatch: (() => void) | undefined
  #resumeCalls: (() => void) | undefined

  constructor(options: UsageWatchOptions) {
    this.#options = options
  }

  /** Counts an event, and reads the usage from the agent's files after a tool call. */
  observe(event: AgentEvent, conversation: RunConversation | undefined): void {
    const breach = this.#options.budget.observe(event)
    if (breach !== undefined) this.#options.onBreach(breach)
    if (event.type === 'tool.called' || event.type === 'tool.updated') void this.#read(conversation)
  }

  /** Counts the usage of the running turn so far. */
  take(used: RunUsage): void {
    if (!this.#options.isWorking()) return
    const breach = this.#options.budget.observeTurn(used)
    if (breach !== undefined) this.#options.onBreach(breach)
  }

  /** Takes the counts of the model proxy, which refuses further calls once a limit is exceeded. */
  follow(conversation: Pick<RunConversation, 'usage' | 'halt'>): void {
    const { usage } = conversation
    if (usage === undefined) return
    const take = (): void => {
      const breach = usage.used === undefined ? undefined : this.#options.budget.observeMeter(usage.used)
      if (breach === undefined) return
      this.#resumeCalls ??= conversation.halt?.(breach.message)
      this.#options.onBreach(breach)
    }
    take()
    this.#unwatch = usage.watch(take)
  }

  /** The run has ended, or another agent takes over: later runs may call models again. */
  endFollowing(): void {
    this.#unwatch?.()
    this.#resumeCalls?.()
    this.#resumeCalls = undefined
  }

  /** A usage event with the usage of the run. */
  withRun(event: UsageUpdatedEvent): UsageUpdatedEvent {
    const run = this.#options.budget.used
    return Object.keys(run).length === 0 ? event : { ...event, run }
  }

  /** One read at a time. */
  async #read(conversation: RunConversation | undefined): Promise<void> {
    if (!this.#options.budget.isLimited || this.#isReading || conversation?.usedSoFar === undefined) return
    this.#isReading = true
    const used = await conversation.usedSoFar()
    this.#isReading = false
    if (used !== undefined) this.take(used)
  }
}
