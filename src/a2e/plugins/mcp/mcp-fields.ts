import { isRecord } from '../../../core/is-record.ts'

/** An MCP resource with A2E's field names. */
export function resourceOf(serverId: string, item: Record<string, unknown>): Record<string, unknown> {
  const { annotations } = item
  return {
    uri: textOf(item['uri']),
    name: textOf(item['name']),
    description: textOf(item['description']),
    mime_type: textOf(item['mimeType']),
    server_id: serverId,
    annotations: isRecord(annotations) ? annotations : {},
  }
}

/** The content of an MCP resource with A2E's field names. */
export function contentOf(item: Record<string, unknown>): Record<string, unknown> {
  const isBlob = typeof item['blob'] === 'string'
  return {
    uri: textOf(item['uri']),
    mime_type: textOf(item['mimeType']) || (isBlob ? 'application/octet-stream' : 'text/plain'),
    text: textOf(item['text']),
    blob: textOf(item['blob']),
    type: isBlob ? 'blob' : 'text',
  }
}

/** An MCP prompt with A2E's field names. */
export function promptOf(serverId: string, item: Record<string, unknown>): Record<string, unknown> {
  const { arguments: inputs } = item
  return {
    name: textOf(item['name']),
    description: textOf(item['description']),
    server_id: serverId,
    arguments: Array.isArray(inputs) ? inputs.filter(isRecord) : [],
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
