import { CapstanError } from '../core/capstan-error.ts'

/** A run used more than it may; the agent was stopped. */
export class BudgetExceededError extends CapstanError {
  /** The option that sets the limit. */
  readonly limitName: string
  readonly limit: number
  readonly used: number

  constructor(limitName: string, { limit, used }: { limit: number; used: number }) {
    super('BUDGET_EXCEEDED', `The run was stopped: ${limitName} is ${limit}, and ${used} was used`, {
      hint: `Raise ${limitName} to let it go on.`,
    })
    this.limitName = limitName
    this.limit = limit
    this.used = used
  }

  override toJSON(): Record<string, unknown> {
    const { limitName, limit, used } = this
    return { ...super.toJSON(), limitName, limit, used }
  }
}
