import { CapstanError } from '../../core/capstan-error.ts'

/** The limits: how an amount of each is written, and the flag that sets it. */
const limits: Readonly<Record<LimitName, { flag: string; text: (amount: number) => string }>> = {
  maxCostUsd: { flag: '--max-cost', text: (amount) => `$${amount}` },
  maxTokens: { flag: '--max-tokens', text: (amount) => `${amount} tokens` },
  maxTurns: { flag: '--max-turns', text: (amount) => `${amount} turns` },
}

type LimitName = 'maxCostUsd' | 'maxTokens' | 'maxTurns'

/** A run used more than it may; the agent was stopped. */
export class BudgetExceededError extends CapstanError {
  /** The option that sets the limit. */
  readonly limitName: LimitName
  readonly limit: number
  readonly used: number

  constructor(limitName: LimitName, { limit, used }: { limit: number; used: number }) {
    const { flag, text } = limits[limitName]
    super('BUDGET_EXCEEDED', `The run was stopped: it used ${text(used)}, and ${text(limit)} is the limit`, {
      hint: `Raise ${limitName} to let it continue.`,
      commandHint: `Raise ${flag} to let it continue.`,
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
