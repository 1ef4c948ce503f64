import type { readExpression } from './expression.ts'

/** JMESPath is loaded with the first chain: it costs 5 ms. */
export async function loadExpressions(): Promise<typeof readExpression> {
  return (await import('./expression.ts')).readExpression
}
