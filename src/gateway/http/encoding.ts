import type { AgUiEvent } from '../ag-ui/events.ts'

/** Turns events into what a stream is made of. */
export interface EventEncoding {
  readonly contentType: string
  encode(events: readonly AgUiEvent[]): string | Uint8Array
  /** What keeps a silent connection open, where the form has something for it. */
  readonly keepAlive?: string
}

/** The media type of the binary form. */
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

/** Whether a client asks for the binary form by name, and rather than for text. A wildcard asks for nothing. */
export function wantsBinary(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes(binaryType)) return false
  const weights = new Map(accept.split(',').map(weightOf))
  const binary = weights.get(binaryType) ?? 0
  return binary > 0 && binary > (weights.get(streamType) ?? 0)
}

function weightOf(part: string): [type: string, weight: number] {
  const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
  const weight = parameters.find((word) => word.startsWith('q='))
  return [type, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
