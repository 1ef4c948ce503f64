import { ValidationError } from '../../core/validation-error.ts'
import type { AgentReport, ReportedModel } from '../../models/remote/agent-report.ts'
import type { Shape } from '../../core/shape.ts'

/** What an agent answers when it is asked for its models, read; who said it and when is for the asker to add. */
export type ModelList = Omit<AgentReport, 'source'>

/**
 * Refuses what a program answered unless it has the shape it is known to have.
 * @throws ValidationError
 */
export function requireShape(data: unknown, shape: Shape): void {
  const issues = shape(data, [])
  const [first] = issues
  if (first === undefined) return
  throw new ValidationError(`${first.path.join('.') || 'It'} ${first.message}`, issues)
}

/** Prices per million tokens. Zeros stand for a price that the agent does not know too, so they say nothing. */
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
