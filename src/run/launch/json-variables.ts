import { isRecord } from '../../core/is-record.ts'
import { mergeJson } from '../../core/merge-json.ts'
import { ValidationError } from '../../core/validation-error.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Variables that hold JSON, each merged over what the caller has in it.
 * @throws ValidationError for a variable of the caller that holds something else: it can be neither kept nor dropped.
 */
export function jsonVariables(
  wanted: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  given: Variables,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [
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
    // Said below.
  }
  const message = 'does not hold a JSON object'
  throw new ValidationError(`The variable ${name} ${message}`, [{ path: ['env', name], message }], {
    hint: 'Capstan adds the permission policy to this variable: make it a JSON object, or unset it.',
  })
}
