import { createParser } from 'eventsource-parser'
import type { AgUiEvent } from '../../gateway/ag-ui/events.ts'
import type { RunInput } from '../../gateway/ag-ui/input.ts'
import { post, refusalOf } from './request.ts'

/** Starts a run, which goes on when the page is left, and gives its events as they come. @throws RequestError */
export function runAgent(agent: string, input: RunInput, signal: AbortSignal): AsyncGenerator<AgUiEvent[]> {
  return follow(`/agents/${encodeURIComponent(agent)}?on-disconnect=detach`, input, signal)
}

/** Comes back to a thread: what was said, then what is being said, if anything is. @throws RequestError */
export function returnTo(agent: string, input: RunInput, signal: AbortSignal): AsyncGenerator<AgUiEvent[]> {
  return follow(`/agent/${encodeURIComponent(agent)}/connect`, input, signal)
}

/** The events of a stream, all that came together at once. */
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

/** Stops the run of a thread. */
export async function stopRun(agent: string, threadId: string): Promise<void> {
  await post(`/agent/${encodeURIComponent(agent)}/stop/${encodeURIComponent(threadId)}`)
}
