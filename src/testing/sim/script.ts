import { createId } from '../../core/ids.ts'
import { faultOf } from './wire/rpc-error.ts'
import type { Turn } from './turn.ts'
import type { TurnOutcome } from './turn-outcome.ts'
import { type Block, isObject, type JsonObject } from './wire/wire.ts'

/** The data that a scripted turn collects for its end. */
export interface Script {
  turn: Turn
  prompt: readonly Block[]
  end: Pick<TurnOutcome, 'usage' | 'copies'> & { late: JsonObject[] }
}

/** A piece of a separate message. */
export function chunkOf(text: string): JsonObject {
  const messageId = createId('message')
  return { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } }
}

/** Sends a request to the client and says the response. */
export async function askAloud(turn: Turn, method: string, params: JsonObject): Promise<void> {
  const answer = await turn.context.peer.request(method, params, turn.signal).then(
    (result) => ({ result }),
    (error: unknown) => {
      turn.signal.throwIfAborted()
      return { error: faultOf(error) }
    },
  )
  await turn.say(`${method}: ${JSON.stringify(answer)}\n`)
}

/** Ends only with the turn. */
export async function never({ signal }: Turn): Promise<void> {
  await new Promise((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

/** Replaces the placeholders of the session. */
export function filled<Value>(value: Value, turn: Turn): Value {
  const { id, place } = turn.context.session
  const fill = (part: unknown): unknown => {
    if (part === '$sessionId') return id
    if (part === '$cwd') return place.cwd
    if (Array.isArray(part)) return part.map(fill)
    return isObject(part)
      ? Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, fill(inner)]))
      : part
  }
  return fill(value) as Value
}
