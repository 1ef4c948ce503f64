import type * as expressions from './expression.ts'
import type { ExpressionRunner } from './expression-runner.ts'

/** Loads JMESPath with the first chain: it takes 5 ms. */
export function loadExpressions(): Promise<typeof expressions> {
  return import('./expression.ts')
}

/** Loads the process code with the first expression that computes. */
export async function createRunner(timeoutMs: number): Promise<ExpressionRunner> {
  const module = await import('./expression-runner.ts')
  return new module.ExpressionRunner(timeoutMs)
}
