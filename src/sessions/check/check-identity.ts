import { isRecord } from '../../core/is-record.ts'
import { ValidationError, type ValidationIssue } from '../../core/validation-error.ts'
import type { AgentIdentityInput } from '../identity.ts'

/** Letters and digits of any script, with `.`, `_` and `-` inside. */
const handlePattern = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]{0,62}[\p{L}\p{N}])?$/u
/** No address prefix, no spaces, no invisible characters. */
const idPattern = /^[^\s@#\p{C}][^\s\p{C}]{0,199}$/u
const maxTextLength = 1000

/** Fillers are letters that nobody sees. */
const unseen = /\p{Default_Ignorable_Code_Point}/u

/** Whether the text is valid after an `@`. */
export function isHandle(text: string): boolean {
  return handlePattern.test(text) && !unseen.test(text)
}

/** A handle without its `@`. */
export function bareHandle(handle: string): string {
  return handle.startsWith('@') ? handle.slice(1) : handle
}

/** Derives a handle from a name. */
export function handleFrom(name: string): string {
  const bare = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')
  return bare === '' ? 'somebody' : bare
}

/** All issues of a complete identity. */
export function identityIssues(identity: unknown, path: readonly string[]): ValidationIssue[] {
  if (!isRecord(identity)) return [{ path, message: 'must be an object' }]
  const issues = inputIssues(identity, path)
  for (const field of ['id', 'handle'] as const) {
    if (identity[field] === undefined) issues.push({ path: [...path, field], message: 'must be text' })
  }
  return issues
}

/** @throws ValidationError if the input is invalid. */
export function checkIdentityInput(input: AgentIdentityInput): void {
  const issues = isRecord(input) ? inputIssues(input, []) : [{ path: [], message: 'must be an object' }]
  const [first] = issues
  if (first === undefined) return
  throw new ValidationError(`Invalid identity: ${first.path.join('.')} ${first.message}`, issues)
}

function inputIssues(input: Record<string, unknown>, path: readonly string[]): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  const report = (field: string, message: string): void => {
    issues.push({ path: [...path, field], message })
  }
  const { id, name, handle, displayName, description, metadata } = input
  if (typeof name !== 'string' || name.trim() === '' || name.length > maxTextLength) {
    report('name', `must be text of at most ${maxTextLength} characters`)
  }
  // Relay's sessions use their address as id; it must name the same participant.
  const isAddress = typeof id === 'string' && typeof handle === 'string' && id === `@${bareHandle(handle)}`
  if (id !== undefined && !isAddress && (typeof id !== 'string' || !idPattern.test(id))) {
    report(
      'id',
      'must be at most 200 characters without spaces, and begin with @ or # only if it is @ and the handle',
    )
  }
  if (handle !== undefined && (typeof handle !== 'string' || !isHandle(bareHandle(handle)))) {
    report('handle', 'must be at most 64 letters and digits, with . _ and - inside')
  }
  for (const [field, value] of Object.entries({ displayName, description })) {
    if (value !== undefined && typeof value !== 'string') report(field, 'must be text')
  }
  if (metadata !== undefined && !isRecord(metadata)) report('metadata', 'must be an object')
  return issues
}
