import type { ContentBlock } from '../../../events/content.ts'
import type { Diff } from '../../../events/tools/diff.ts'
import type { ErrorDetail } from '../../../events/error.ts'
import type { ToolCallPatch, ToolUpdatedEvent } from '../../../events/tools/tool-call.ts'
import type { ToolContent } from '../../../events/tools/tool-content.ts'

/** What is known of a tool call so far. */
export interface ToolCall extends ToolCallPatch {
  error?: ErrorDetail
  durationMs?: number
  subagentId?: string
}

/** What an event or a question tells of a call. */
type ToolCallChange = Partial<Pick<ToolUpdatedEvent, keyof ToolCall>>

/** What a call shows is kept up to here; a call can print without end. */
const maxContent = 50

/** The call after a change: absent fields stay, `null` clears. */
export function patchedCall(call: ToolCall | undefined, patch: ToolCallChange): ToolCall {
  const known = Object.entries(patch).filter(([, value]) => value !== undefined)
  return { toolCallId: '', ...call, ...Object.fromEntries(known) }
}

/** The call after it has shown one more thing. */
export function grownCall(call: ToolCall | undefined, toolCallId: string, content: ToolContent): ToolCall {
  return { toolCallId, ...call, content: [...(call?.content ?? []), content].slice(-maxContent) }
}

/** The command line a call runs, where its input has one. */
export function commandOf(input: unknown): string | undefined {
  const { command, cmd, args } = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >
  const line = command ?? cmd
  if (typeof line === 'string') return Array.isArray(args) ? [line, ...args].join(' ') : line
  return Array.isArray(line) && line.every((word) => typeof word === 'string') ? line.join(' ') : undefined
}

/** The changes of files a call shows. */
export function diffsOf({ content }: ToolCallPatch): Diff[] {
  return (content ?? []).filter((part) => part.type === 'diff')
}

/** What a call printed or answered, as text. */
export function outputOf({ content, output }: ToolCallPatch): string {
  const shown = (content ?? []).flatMap((part) =>
    part.type === 'content' ? [contentText(part.content)] : [],
  )
  return shown.length > 0 ? shown.join('\n') : valueText(output)
}

/** A piece of content as text; what is none is named. */
export function contentText(content: ContentBlock): string {
  switch (content.type) {
    case 'text':
      return content.text
    case 'image':
    case 'audio':
      return `[${content.type} ${content.mimeType}]`
    case 'resource-link':
      return `[${content.title ?? content.name} ${content.uri}]`
    case 'resource':
      return 'text' in content.resource ? content.resource.text : `[${content.resource.uri}]`
    case 'unknown':
      return `[${content.originalType}]`
  }
}

/** The words in a value: the usual fields for them, or all of it. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = value as Record<string, unknown>
  const words = ['message', 'error', 'stderr', 'output', 'stdout', 'formatted_output'].map(
    (name) => fields[name],
  )
  return (
    (words.find((word) => typeof word === 'string' && word !== '') as string | undefined) ??
    JSON.stringify(value)
  )
}
