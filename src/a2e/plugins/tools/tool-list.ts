import type { Request } from '../../messages/messages.ts'
import type { ListedDefinition } from './tool-definition.ts'

/** The origin of a tool. */
export type ToolKind = 'native' | 'toolkit' | 'mcp'

/** A tool definition with its origin. */
export interface ListedTool {
  readonly kind: ToolKind
  readonly definition: ListedDefinition
}

/**
 * Filters tools by a list request. A tool matches if its name, description or tags contain every word of the query, and
 * it has all requested tags. Deferred tools match only a query with `include_deferred`.
 */
export function filterTools(
  tools: readonly ListedTool[],
  { filter_kind, filter_tags, query, include_deferred }: Request<'tool/list/req'>,
): ListedDefinition[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ kind, definition }: ListedTool): boolean => {
    const tags = definition.tags ?? []
    if (filter_kind !== '' && kind !== filter_kind) return false
    if (!filter_tags.every((tag) => tags.includes(tag))) return false
    if (definition.defer_loading === true && !(include_deferred && words.length > 0)) return false
    const text = [definition.name, definition.description, ...tags].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return tools.filter(matches).map(({ definition }) => definition)
}
