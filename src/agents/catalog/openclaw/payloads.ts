import type { AgentEvent } from '../../../events/event.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../../command-line/read-values.ts'

/** Reads the agent's answers, thoughts and files. */
export function payloadEvents(envelope: Fields): AgentEvent[] {
  const events: AgentEvent[] = []
  let isFirst = true
  for (const payload of listOf(envelope.payloads).map(fieldsOf)) {
    const text = textOf(payload.text)
    // The run's failure repeats this error.
    if (payload.isError === true) continue
    if (text !== undefined && payload.isReasoning === true) events.push({ type: 'thinking.delta', text })
    else if (text !== undefined) {
      events.push({ type: 'text.delta', text: isFirst ? text : `\n${text}` })
      isFirst = false
    }
    events.push(...mediaOf(payload))
  }
  const final = textOf(envelope.final)
  if (isFirst && final !== undefined) events.push({ type: 'text.delta', text: final })
  return events
}

function mediaOf({ mediaUrl, mediaUrls }: Fields): AgentEvent[] {
  const addresses = new Set([mediaUrl, ...listOf(mediaUrls)].filter((url) => textOf(url) !== undefined))
  return [...addresses].map((url) => {
    const uri = String(url)
    return { type: 'content.delta', content: { type: 'resource-link', name: nameOf(uri), uri } }
  })
}

function nameOf(uri: string): string {
  return uri.split('/').findLast((part) => part !== '') ?? uri
}
