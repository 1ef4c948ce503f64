import type { RecordedRequest } from './provider/server.ts'
import { readPath } from './provider/read-path.ts'
import type { ArrivalPlace } from './thinking-cases.ts'

const paths: Readonly<Record<ArrivalPlace, readonly string[]>> = {
  effort: ['output_config', 'effort'],
  budget: ['thinking', 'budget_tokens'],
  'responses-effort': ['reasoning', 'effort'],
  'chat-effort': ['reasoning_effort'],
  'gemini-budget': ['generationConfig', 'thinkingConfig', 'thinkingBudget'],
  'gemini-level': ['generationConfig', 'thinkingConfig', 'thinkingLevel'],
}

export interface Arrival {
  model: unknown
  /** Null when the request said nothing of it. */
  thinking: unknown
}

/** What the requests of the turn said, each saying once. */
export function arrivals(
  requests: readonly RecordedRequest[],
  { prompt, place }: { prompt: string; place: ArrivalPlace },
): Arrival[] {
  const said = requests
    .filter(({ body }) => isTurn(body, prompt))
    .map(({ path, body }) => ({
      model: readPath(body, 'model') ?? /models\/([^:]+):/.exec(path)?.[1],
      thinking: readPath(body, ...paths[place]) ?? null,
    }))
  const different = new Map(said.map((arrival) => [JSON.stringify(arrival), arrival]))
  return [...different.values()]
}

/** Whether it is the turn itself: requests for a title or a route have the prompt too, and no tools. */
function isTurn(body: unknown, prompt: string): boolean {
  const text = JSON.stringify(body)
  return text.includes(prompt) && /"tools":\[\{/.test(text)
}
