import { isRecord } from '../../core/is-record.ts'
import { ValidationError, type ValidationIssue } from '../../core/validation-error.ts'
import type { ActionDefinition } from '../action.ts'

const namePattern = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** Validates an action definition. @throws ValidationError with all issues. */
export function checkAction(action: ActionDefinition): void {
  const issues: ValidationIssue[] = []
  const refuse = (field: keyof ActionDefinition, message: string): void => {
    issues.push({ path: [field], message })
  }
  const { name, description, inputSchema, outputSchema, availableTo, timeoutMs } = action
  if (typeof name !== 'string' || !namePattern.test(name))
    refuse('name', 'must be 1 to 64 lowercase letters, digits, dots, underscores and hyphens')
  if (typeof description !== 'string' || description.trim() === '')
    refuse('description', 'must be non-empty text')
  if (typeof action.handler !== 'function') refuse('handler', 'must be a function')
  if (action.policy !== undefined && typeof action.policy !== 'function')
    refuse('policy', 'must be a function')
  if (inputSchema !== undefined && !isRecord(inputSchema)) refuse('inputSchema', 'must be a JSON Schema')
  if (outputSchema !== undefined && !isRecord(outputSchema)) refuse('outputSchema', 'must be a JSON Schema')
  if (availableTo !== undefined && !isSelectors(availableTo))
    refuse('availableTo', 'must be a list of ids, @handles and functions')
  if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs > 0))
    refuse('timeoutMs', 'must be a number of milliseconds above 0')
  if (issues.length === 0) return
  const [first] = issues
  throw new ValidationError(
    `Cannot register the action ${JSON.stringify(name)}: ${String(first?.path[0])} ${first?.message}`,
    issues,
  )
}

function isSelectors(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((one) => typeof one === 'function' || (typeof one === 'string' && one.length > 0))
  )
}
