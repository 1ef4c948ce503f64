import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'
import type { ThinkingAsked } from '../../src/testing/provider/thinking-asked.ts'
import type { WireName } from '../../src/testing/provider/wire-name.ts'
import type { ArrivalPlace, ThinkingCase } from './thinking-cases.ts'

const places: Readonly<Record<ArrivalPlace, readonly [WireName, keyof ThinkingAsked]>> = {
  effort: ['anthropic-messages', 'effort'],
  budget: ['anthropic-messages', 'budget'],
  'responses-effort': ['openai-responses', 'effort'],
  'chat-effort': ['openai-chat', 'effort'],
  'gemini-budget': ['gemini', 'budget'],
  'gemini-level': ['gemini', 'effort'],
}

export interface Arrival {
  model: unknown
  /** Null if the request has no such field, or used another API. */
  thinking: unknown
}

/** Which requests belong to a turn, and where they set the effort. */
type Turn = Pick<ThinkingCase, 'place' | 'besideModel'> & { prompt: string }

/** The distinct values in the requests of the turn. */
export function arrivals(requests: readonly RecordedRequest[], turn: Turn): Arrival[] {
  const [wire, field] = places[turn.place]
  const said = requests
    .filter((request) => isTurn(request, turn))
    .map((request) => ({
      model: request.model,
      thinking: (request.wire === wire ? request.thinking?.[field] : undefined) ?? null,
    }))
  const different = new Map(said.map((arrival) => [JSON.stringify(arrival), arrival]))
  return [...different.values()]
}

/** Whether it is the turn itself: requests for a title or a route have the prompt too, and mostly no tools. */
function isTurn(
  { model, prompt: asked = '', tools = [] }: RecordedRequest,
  { prompt, besideModel }: Turn,
): boolean {
  return asked.includes(prompt) && tools.length > 0 && (besideModel === undefined || model !== besideModel)
}
