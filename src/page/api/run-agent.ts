import { createParser } from 'eventsource-parser'
import type { AgUiEvent } from '../../gateway/ag-ui/events.ts'
import type { RunInput } from '../../gateway/ag-ui/input.ts'
import { post, refusalOf } from './request.ts'

/** Starts a run that continues if the page is closed, and yields its events. @throws RequestError */
export function runAgent(agent: string, input: RunInput, signal: AbortSignal): AsyncGenerator<AgUiEvent[]> {
  return follow(`/agents/${encodeURIComponent(agent)}?on-disconnect=detach`, input, signal)
}

/** Reconnects to a thread: its history, then the events of a run in progress. @throws RequestError */
export function returnTo(agent: string, input: RunInput, signal: AbortSignal): AsyncGenerator<AgUiEvent[]> {
  return follow(`/agent/${encodeURIComponent(agent)}/connect`, input, signal)
}

/** Yields the events of a stream, one batch per chunk. */
async function* follow(path: string, input: RunInput, signal: AbortSignal): AsyncGenerator<AgUiEvent[]> {
  const response = await post(path, input, signal)
  if (!response.ok || response.body === null) throw await refusalOf(response)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let events: AgUiEvent[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(JSON.parse(data) as AgUiEvent) })
  let hasEnded = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      parser.feed(value)
      hasEnded ||= events.some(({ type }) => type === 'RUN_FINISHED' || type === 'RUN_ERROR')
      if (events.length > 0) yield events
      events = []
    }
  } finally {
    reader.releaseLock()
  }
  if (!hasEnded) throw new Error('The connection was lost before the run ended')
}

export async function stopRun(agent: string, threadId: string): Promise<void> {
  await post(`/agent/${encodeURIComponent(agent)}/stop/${encodeURIComponent(threadId)}`)
}
