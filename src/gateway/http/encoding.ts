import type { AgUiEvent } from '../ag-ui/events.ts'

/** Encodes events for a stream. */
export interface EventEncoding {
  readonly contentType: string
  encode(events: readonly AgUiEvent[]): string | Uint8Array
  /** Keep-alive data, if the encoding has any. */
  readonly keepAlive?: string
}

/** Media type of the binary encoding. */
export const binaryType = 'application/vnd.ag-ui.event+proto'
const streamType = 'text/event-stream'

/** Server-sent events: one line of JSON each. */
export const serverSentEvents: EventEncoding = {
  contentType: streamType,
  keepAlive: ': keep-alive\n\n',
  encode: (events) => {
    let frames = ''
    for (const event of events) frames += `data: ${JSON.stringify(event)}\n\n`
    return frames
  },
}

/** Whether Accept names the binary encoding and prefers it to text. Wildcards do not count. */
export function wantsBinary(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes(binaryType)) return false
  const weights = new Map(accept.split(',').map(weightOf))
  const binary = weights.get(binaryType) ?? 0
  return binary > 0 && binary > (weights.get(streamType) ?? 0)
}

function weightOf(part: string): [type: string, weight: number] {
  const [type = '', ...parameters] = part.split(';').map((parameter) => parameter.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [type, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
