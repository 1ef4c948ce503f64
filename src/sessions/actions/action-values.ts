import { checkForeignSchema } from '../../core/json-schema/foreign-schema.lazy.ts'
import type { JsonSchema } from '../../core/json-schema/json-schema.ts'

/** One thing that is wrong with a value of an action. */
export interface ActionIssue {
  path: string
  message: string
}

/** What checking a value came to. */
export interface ValueCheck {
  issues: readonly ActionIssue[]
  /** Keywords of the schema that were not looked at. */
  unchecked: readonly string[]
}

/** Checks what goes into an action or comes out of it. */
export async function checkValue(schema: JsonSchema | undefined, value: unknown): Promise<ValueCheck> {
  if (schema === undefined) return { issues: [], unchecked: [] }
  const { issues, unchecked } = await checkForeignSchema(schema, value)
  return { issues: issues.map(({ path, message }) => ({ path: path.join('.'), message })), unchecked }
}

/** One line about several issues. */
export function issueText(what: string, [first, ...more]: readonly ActionIssue[]): string {
  if (first === undefined) return what
  const place = first.path === '' ? 'it' : first.path
  return `${what}: ${place} ${first.message}${more.length === 0 ? '' : `, and ${more.length} more`}`
}

/** A value as it is after a journey as JSON; undefined when it is none. Nothing is null. */
export function asJson(value: unknown): { value: unknown } | undefined {
  try {
    const text: string | undefined = JSON.stringify(value)
    return { value: text === undefined ? null : (JSON.parse(text) as unknown) }
  } catch {
    return undefined
  }
}
