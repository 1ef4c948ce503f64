import { ValidationError } from '../../core/validation-error.ts'
import type { PermissionOption, PermissionOutcome } from '../../events/permission.ts'
import type { PermissionAnswer } from '../api/run.ts'

/** The option kinds for each answer, best first. A refusal never falls back to an approval, or the reverse. */
const kindsFor: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['allow', ['allow-once', 'allow-always']],
  ['allow-always', ['allow-always', 'allow-once']],
  ['deny', ['reject-once', 'reject-always']],
  ['deny-always', ['reject-always', 'reject-once']],
  ['cancel', []],
])

/**
 * Maps an answer to one of the agent's options; `cancelled` if no option fits.
 * @throws ValidationError for an invalid answer or an option that is not offered.
 */
export function outcomeFor(
  answer: PermissionAnswer,
  options: readonly PermissionOption[],
): PermissionOutcome {
  if (typeof answer === 'object') {
    if (isOffered(answer, options)) return { type: 'selected', optionId: answer.optionId }
    throw answerError('optionId', `must be one of ${options.map(({ optionId }) => optionId).join(', ')}`)
  }
  const kinds = kindsFor.get(answer)
  if (kinds === undefined) {
    throw answerError('answer', 'must be allow, allow-always, deny, deny-always, cancel or an option id')
  }
  for (const preferred of kinds) {
    const option = options.find(({ kind }) => kind === preferred)
    if (option !== undefined) return { type: 'selected', optionId: option.optionId }
  }
  return { type: 'cancelled' }
}

/** The same outcome for one call: an agent that allows calls for ever stops asking about them. */
export function outcomeOnce(
  outcome: PermissionOutcome,
  options: readonly PermissionOption[],
): PermissionOutcome {
  const once = options.find(({ kind }) => kind === 'allow-once')
  if (outcome.type !== 'selected' || chosenKind(outcome, options) !== 'allow-always') return outcome
  return once === undefined ? outcomeFor('deny', options) : { type: 'selected', optionId: once.optionId }
}

/** Whether an outcome allows the request. */
export function isAllowed(outcome: PermissionOutcome, options: readonly PermissionOption[]): boolean {
  const kind = chosenKind(outcome, options)
  return kind === 'allow-once' || kind === 'allow-always'
}

function chosenKind(outcome: PermissionOutcome, options: readonly PermissionOption[]): string | undefined {
  if (outcome.type !== 'selected') return undefined
  return options.find(({ optionId }) => optionId === outcome.optionId)?.kind
}

/** Whether a value is a valid answer for these options. */
export function isAnswer(value: unknown, options: readonly PermissionOption[]): value is PermissionAnswer {
  return kindsFor.has(value) || isOffered(value, options)
}

function isOffered(value: unknown, options: readonly PermissionOption[]): boolean {
  if (typeof value !== 'object' || value === null || !('optionId' in value)) return false
  return options.some(({ optionId }) => optionId === value.optionId)
}

function answerError(field: string, message: string): ValidationError {
  return new ValidationError(`Invalid answer to a permission request: ${field} ${message}`, [
    { path: field === 'answer' ? [] : [field], message },
  ])
}
