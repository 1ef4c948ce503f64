import type { ElicitationOutcome, ElicitationRequestedEvent } from '../../events/index.ts'
import { amount, optional, put, putMeta, readWhole, record, text, without, type Fields } from './reading.ts'

const knownFields = ['mode', 'message', 'sessionId', 'toolCallId', 'requestId', '_meta']

/** Reads the params of `elicitation/create`, the same in both versions; `undefined` if a required field is missing. */
export function elicitationFrom(requestId: string, params: unknown): ElicitationRequestedEvent | undefined {
  return readWhole(params, 2, (from, reading) => {
    const event: ElicitationRequestedEvent = {
      type: 'elicitation.requested',
      requestId,
      mode: text(from.mode),
      message: text(from.message),
    }
    putMode(event, from)
    put(event, 'sessionId', optional(from.sessionId, text, reading))
    put(event, 'toolCallId', optional(from.toolCallId, text, reading))
    put(event, 'relatedRequestId', optional(from.requestId, rpcId, reading))
    putMeta(event, from, reading)
    return event
  })
}

function putMode(event: ElicitationRequestedEvent, from: Fields): void {
  if (event.mode === 'form') event.schema = record(from.requestedSchema)
  else if (event.mode === 'url') {
    event.url = text(from.url)
    event.elicitationId = text(from.elicitationId)
  } else {
    const data = without(from, ...knownFields)
    if (Object.keys(data).length > 0) event.data = data
  }
}

function rpcId(value: unknown): string | number {
  return typeof value === 'string' ? value : amount(value)
}

/** Writes the answer to an elicitation. */
export function elicitationOutcomeToAcp(outcome: ElicitationOutcome): unknown {
  switch (outcome.type) {
    case 'accepted':
      return outcome.content ? { action: 'accept', content: outcome.content } : { action: 'accept' }
    case 'declined':
      return { action: 'decline' }
    case 'cancelled':
      return { action: 'cancel' }
    case 'unknown':
      return { ...outcome.data, action: outcome.originalType }
  }
}
