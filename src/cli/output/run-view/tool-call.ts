import type { ContentBlock } from '../../../events/content.ts'
import type { Diff } from '../../../events/tools/diff.ts'
import type { ErrorDetail } from '../../../events/error.ts'
import type { ToolCallPatch, ToolUpdatedEvent } from '../../../events/tools/tool-call.ts'
import type { ToolContent } from '../../../events/tools/tool-content.ts'

/** A tool call with everything known so far. */
export interface ToolCall extends ToolCallPatch {
  error?: ErrorDetail
  durationMs?: number
  subagentId?: string
}

/** The fields of a call in an event or a permission request. */
type ToolCallChange = Partial<Pick<ToolUpdatedEvent, keyof ToolCall>>

/** The maximum number of content parts to keep, because a call can print endlessly. */
const maxContent = 50

/** The call after a change: absent fields stay, `null` clears. */
export function patchedCall(call: ToolCall | undefined, patch: ToolCallChange): ToolCall {
  const known = Object.entries(patch).filter(([, value]) => value !== undefined)
  return { toolCallId: '', ...call, ...Object.fromEntries(known) }
}

/** The call with one more content part. */
export function grownCall(call: ToolCall | undefined, toolCallId: string, content: ToolContent): ToolCall {
  return { toolCallId, ...call, content: [...(call?.content ?? []), content].slice(-maxContent) }
}

/** The command line in the input of a call. */
export function commandOf(input: unknown): string | undefined {
  const { command, cmd, args } = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >
  const line = command ?? cmd
  if (typeof line === 'string') return Array.isArray(args) ? [line, ...args].join(' ') : line
  return Array.isArray(line) && line.every((part) => typeof part === 'string') ? line.join(' ') : undefined
}

/** The file changes in the content of a call. */
export function diffsOf({ content }: ToolCallPatch): Diff[] {
  return (content ?? []).filter((part) => part.type === 'diff')
}

/** The output of a call as text. */
export function outputOf({ content, output }: ToolCallPatch): string {
  const shown = (content ?? []).flatMap((part) =>
    part.type === 'content' ? [contentText(part.content)] : [],
  )
  return shown.length > 0 ? shown.join('\n') : valueText(output)
}

/** Content as text; other types in brackets. */
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

/** The text of a value: the first common text field, otherwise JSON. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = value as Record<string, unknown>
  const texts = ['message', 'error', 'stderr', 'output', 'stdout', 'formatted_output'].map(
    (name) => fields[name],
  )
  return (
    (texts.find((text) => typeof text === 'string' && text !== '') as string | undefined) ??
    blocksText(fields['content']) ??
    JSON.stringify(value)
  )
}

/** The text of a tool result with content blocks; undefined if a block is not text. */
function blocksText(blocks: unknown): string | undefined {
  if (!Array.isArray(blocks) || blocks.length === 0) return undefined
  const texts = blocks.map((block: { text?: unknown } | null) => block?.text)
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : undefined
}
