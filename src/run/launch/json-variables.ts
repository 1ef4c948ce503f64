import { isRecord } from '../../core/is-record.ts'
import { mergeJson } from '../../core/merge-json.ts'
import { ValidationError } from '../../core/validation-error.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Environment variables with JSON, each merged over the caller's value.
 * @throws ValidationError if the caller's value is not a JSON object: it can neither be merged nor dropped.
 */
export function jsonVariables(
  added: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  given: Variables,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(added).map(([name, value]) => [
      name,
      JSON.stringify(mergeJson(parsed(name, given[name]), value)),
    ]),
  )
}

function parsed(name: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined || text.trim() === '') return {}
  try {
    const data: unknown = JSON.parse(text)
    if (isRecord(data)) return data
  } catch {
    // Reported below.
  }
  const message = 'does not hold a JSON object'
  throw new ValidationError(`The variable ${name} ${message}`, [{ path: ['env', name], message }], {
    hint: 'Capstan adds the permission policy to this variable: make it a JSON object, or unset it.',
  })
}
