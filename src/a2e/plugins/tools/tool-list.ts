import type { Request } from '../../messages/messages.ts'
import type { ListedDefinition } from './tool-definition.ts'

/** Where a tool comes from. */
export type ToolKind = 'native' | 'toolkit' | 'mcp'

/** A tool that can be listed, with where it comes from. */
export interface ListedTool {
  readonly kind: ToolKind
  readonly definition: ListedDefinition
}

/**
 * The tools a list request asks for. Without a query those that are not deferred; with one, all whose name, description
 * or tags hold every word of it, the deferred ones only when they are asked for. A tool must have all tags asked for.
 */
export function filterTools(
  tools: readonly ListedTool[],
  { filter_kind, filter_tags, query, include_deferred }: Request<'tool/list/req'>,
): ListedDefinition[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = ({ kind, definition }: ListedTool): boolean => {
    const tags = definition.tags ?? []
    if (filter_kind !== '' && kind !== filter_kind) return false
    if (!filter_tags.every((tag) => tags.includes(tag))) return false
    if (definition.defer_loading === true && !(include_deferred && words.length > 0)) return false
    const text = [definition.name, definition.description, ...tags].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return tools.filter(isWanted).map(({ definition }) => definition)
}
