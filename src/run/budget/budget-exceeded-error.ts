import { CapstanError } from '../../core/capstan-error.ts'

/** The command-line flag of each limit, and how to format an amount. */
const limits: Readonly<Record<LimitName, { flag: string; text: (amount: number) => string }>> = {
  maxCostUsd: { flag: '--max-cost', text: (amount) => `$${amount}` },
  maxTokens: { flag: '--max-tokens', text: (amount) => `${amount} tokens` },
  maxTurns: { flag: '--max-turns', text: (amount) => `${amount} turns` },
}

type LimitName = 'maxCostUsd' | 'maxTokens' | 'maxTurns'

/** A run exceeded a limit, and Capstan stopped the agent. */
export class BudgetExceededError extends CapstanError {
  /** The option that sets the limit. */
  readonly limitName: LimitName
  readonly limit: number
  readonly used: number

  constructor(limitName: LimitName, { limit, used }: { limit: number; used: number }) {
    const { flag, text } = limits[limitName]
    super('BUDGET_EXCEEDED', `The run used ${text(used)}, more than its limit of ${text(limit)}`, {
      hint: `Raise ${limitName} to allow more.`,
      commandHint: `Raise ${flag} to allow more.`,
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
