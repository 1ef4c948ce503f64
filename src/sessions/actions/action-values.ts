import { checkForeignSchema } from '../../core/json-schema/foreign-schema.lazy.ts'
import type { JsonSchema } from '../../core/json-schema/json-schema.ts'

export interface ActionIssue {
  path: string
  message: string
}

export interface ValueCheck {
  issues: readonly ActionIssue[]
  /** Schema keywords that were not checked. */
  unchecked: readonly string[]
}

/** Validates the input or output of an action. */
export async function checkValue(schema: JsonSchema | undefined, value: unknown): Promise<ValueCheck> {
  if (schema === undefined) return { issues: [], unchecked: [] }
  const { issues, unchecked } = await checkForeignSchema(schema, value)
  return { issues: issues.map(({ path, message }) => ({ path: path.join('.'), message })), unchecked }
}

/** The first issue and the count of the others, in one line. */
export function issueText(what: string, [first, ...more]: readonly ActionIssue[]): string {
  if (first === undefined) return what
  const place = first.path === '' ? 'the value' : first.path
  return `${what}: ${place} ${first.message}${more.length === 0 ? '' : `, and ${more.length} more`}`
}

/** The value after a JSON round trip; undefined if JSON cannot hold it. `undefined` becomes null. */
export function asJson(value: unknown): { value: unknown } | undefined {
  try {
    const text: string | undefined = JSON.stringify(value)
    return { value: text === undefined ? null : (JSON.parse(text) as unknown) }
  } catch {
    return undefined
  }
}
