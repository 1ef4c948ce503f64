import type { AgentEvent } from '../../src/events/event.ts'

export interface OutputDigest {
  said: string
  thought: string
  /** The merged events of each call; `written` is the input that the model wrote. */
  calls: Record<string, Record<string, unknown>>
  /** Each reported usage. */
  usage: Record<string, unknown>[]
  /** All other events, in order. */
  others: AgentEvent[]
}

/** What the events of a run come to, when each piece is put where it belongs. */
export function digest(events: readonly AgentEvent[]): OutputDigest {
  const found: OutputDigest = { said: '', thought: '', calls: {}, usage: [], others: [] }
  for (const event of events) {
    if (event.type === 'text.delta') found.said += event.text
    else if (event.type === 'thinking.delta') found.thought += event.text
    else if (event.type === 'usage.updated') found.usage.push({ ...event.tokens, cost: event.cost?.amount })
    else if (event.type === 'tool.input') {
      const call = (found.calls[event.toolCallId] ??= {})
      call.written = (typeof call.written === 'string' ? call.written : '') + event.text
    } else if (event.type === 'tool.called' || event.type === 'tool.updated') {
      const { type: _, toolCallId, ...fields } = event
      found.calls[toolCallId] = { ...found.calls[toolCallId], ...fields }
    } else found.others.push(event)
  }
  return found
}
