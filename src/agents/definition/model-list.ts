import { ValidationError } from '../../core/validation-error.ts'
import type { AgentReport, ReportedModel } from '../../models/remote/agent-report.ts'
import type { Shape } from '../../core/shape.ts'

/** An agent's model list, without its source and time, which the caller adds. */
export type ModelList = Omit<AgentReport, 'source'>

/**
 * Checks the shape of a program's answer.
 * @throws ValidationError
 */
export function requireShape(data: unknown, shape: Shape): void {
  const issues = shape(data, [])
  const [first] = issues
  if (first === undefined) return
  throw new ValidationError(`${first.path.join('.') || 'The answer'} ${first.message}`, issues)
}

/** Prices per million tokens. Agents also use 0 for unknown prices, so zeros are dropped. */
export function reportedPrices({
  input,
  output,
  cacheRead = 0,
}: {
  input: number
  output: number
  cacheRead?: number
}): ReportedModel {
  if (input === 0 && output === 0) return {}
  return {
    inputPricePerMillion: input,
    outputPricePerMillion: output,
    ...(cacheRead === 0 ? {} : { cachedInputPricePerMillion: cacheRead }),
  }
}
