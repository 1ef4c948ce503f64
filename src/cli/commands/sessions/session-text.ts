import type { AgentEvent } from '../../../events/event.ts'
import type { Style } from '../../output/style.ts'

export interface SessionTextOptions {
  style: Style
  /** Removes terminal codes. */
  clean: (text: string) => string
}

/** The conversation of a session as text, with one line for each tool call. */
export function sessionText(events: readonly AgentEvent[], { style, clean }: SessionTextOptions): string {
  const parts: { heading: string; text: string }[] = []
  const add = (heading: string, text: string): void => {
    const last = parts.at(-1)
    if (last?.heading === heading) last.text += text
    else parts.push({ heading, text })
  }
  const retract = (heading: string, text: string): void => {
    const part = parts.findLast((one) => one.heading === heading)
    if (part?.text.endsWith(text)) part.text = part.text.slice(0, part.text.length - text.length)
  }
  for (const event of events) {
    if (event.type === 'text.delta') add(event.role ?? 'agent', event.text)
    else if (event.type === 'thinking.delta') add('thinking', event.text)
    else if (event.type === 'message.updated') {
      const heading = event.thinking ? 'thinking' : (event.role ?? 'agent')
      for (const block of event.content ?? []) if (block.type === 'text') add(heading, block.text)
    } else if (event.type === 'message.retracted') {
      retract('agent', event.text)
      retract('thinking', event.thinking ?? '')
    } else if (isNewCall(event)) parts.push({ heading: 'tool', text: String(event.title) })
  }
  if (parts.length === 0) return 'This session is empty.'
  return parts.map(({ heading, text }) => `${style.bold(heading)}\n${clean(text).trimEnd()}`).join('\n\n')
}

/** Only the first event of a tool call has a title. */
function isNewCall(
  event: AgentEvent,
): event is Extract<AgentEvent, { type: 'tool.called' | 'tool.updated' }> {
  return (event.type === 'tool.called' || event.type === 'tool.updated') && typeof event.title === 'string'
}
