import { isRecord } from '../../core/is-record.ts'
import type { TokenCounts } from '../../gateway/ag-ui/events.ts'

/** Tokens used of the context window. */
export interface ContextMeter {
  readonly used: number
  readonly size: number
}

/** The context use that the agent reported, if any. */
export function contextOf(state: unknown): ContextMeter | undefined {
  const context = usageIn(state)['context']
  if (!isRecord(context)) return undefined
  const { used, size } = context
  return typeof used === 'number' && typeof size === 'number' && size > 0 ? { used, size } : undefined
}

/** The session cost that the agent reported, as text, if any. */
export function costOf(state: unknown): string | undefined {
  const cost = usageIn(state)['cost']
  if (!isRecord(cost) || typeof cost['amount'] !== 'number') return undefined
  const { amount, currency } = cost
  if (currency === 'USD') return dollars(amount)
  return `${amount} ${typeof currency === 'string' ? currency : ''}`.trim()
}

/** Amounts below a cent keep two significant digits. */
export function dollars(amount: number): string {
  if (amount === 0) return '$0'
  return amount < 0.01 ? `$${amount.toPrecision(2)}` : `$${amount.toFixed(2)}`
}

/** A token count such as `12k`. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count)
  const [size, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M']
  return `${size < 10 ? size.toFixed(1).replace(/\.0$/, '') : Math.round(size)}${unit}`
}

/** The sum over all runs; counts that no run reported are left out. */
export function tokenSum(usage: readonly TokenCounts[]): { input?: number; output?: number } {
  const sum = (name: 'inputTokens' | 'outputTokens'): number | undefined => {
    const counts = usage.flatMap((one) => one[name] ?? [])
    return counts.length === 0 ? undefined : counts.reduce((total, count) => total + count, 0)
  }
  const [input, output] = [sum('inputTokens'), sum('outputTokens')]
  return { ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) }
}

function usageIn(state: unknown): Record<string, unknown> {
  const session = isRecord(state) ? state['session'] : undefined
  const usage = isRecord(session) ? session['usage'] : undefined
  return isRecord(usage) ? usage : {}
}
