import type { readExpression } from './expression.ts'

/** Loads JMESPath with the first chain: it takes 5 ms. */
export async function loadExpressions(): Promise<typeof readExpression> {
  return (await import('./expression.ts')).readExpression
}
