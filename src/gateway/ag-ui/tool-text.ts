import type { ContentBlock } from '../../events/content.ts'
import type { ErrorDetail } from '../../events/error.ts'
import type { ToolContent } from '../../events/tools/tool-content.ts'

/** The outcome of a tool call, as far as it is known. */
export interface ToolOutcome {
  status?: string | null
  content?: readonly ToolContent[] | null
  output?: unknown
  error?: ErrorDetail | undefined
}

/** The result of a call as one text, the form that every client accepts. */
export function resultText({ status, content, output, error }: ToolOutcome): string {
  const shown = (content ?? []).flatMap((part) => (part.type === 'content' ? textOf(part.content) : []))
  if (error !== undefined)
    return [error.message, ...shown.filter((text) => text !== error.message)].join('\n')
  if (shown.length > 0) return shown.join('\n')
  if (typeof output === 'string') return output
  if (output !== undefined && output !== null) return JSON.stringify(output)
  return status === 'completed' ? '' : (status ?? '')
}

/** Whether the content has parts other than text. */
export function isMoreThanText(content: readonly ToolContent[]): boolean {
  return content.some((part) => part.type !== 'content' || part.content.type !== 'text')
}

function textOf(block: ContentBlock): string[] {
  if (block.type === 'text') return [block.text]
  if (block.type === 'resource' && 'text' in block.resource) return [block.resource.text]
  if (block.type === 'resource-link') return [block.uri]
  return []
}
