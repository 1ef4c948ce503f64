import type { AgentEvent } from '../../events/index.ts'
import {
  isFields,
  MalformedError,
  optional,
  put,
  record,
  type AcpVersion,
  type Fields,
  type Reading,
} from './reading.ts'

/** One update and what is known of the notification around it. */
export interface UpdateReading extends Reading {
  readonly sessionId: string
}

/** Makes the event of an update; `undefined` when its kind is not known. Throws `MalformedError`. */
export type UpdateReader = (update: Fields, reading: UpdateReading) => AgentEvent | undefined

/**
 * Makes exactly one event of the params of a `session/update`, whatever they hold, and never throws.
 * Without what its kind needs an update is passed on as `raw`. When only a field that may be absent could not be read,
 * the event goes without it and has the params in `native`, so that a turn still ends and nothing is lost.
 */
export function translateUpdate(params: unknown, version: AcpVersion, read: UpdateReader): AgentEvent {
  if (!isFields(params)) return { type: 'raw', source: 'acp', payload: params }
  const { sessionId, update, _meta: meta } = params
  if (typeof sessionId !== 'string') return { type: 'raw', source: 'acp', payload: params }
  if (!isFields(update)) return { type: 'raw', sessionId, source: 'acp', payload: params }
  const reading: UpdateReading = { version, sessionId, incomplete: false }
  const event = eventOf(update, reading, read)
  if (meta !== undefined) put(event, 'envelopeMeta', optional(meta, record, reading))
  if (reading.incomplete) event.native = params
  return event
}

function eventOf(update: Fields, reading: UpdateReading, read: UpdateReader): AgentEvent {
  try {
    const event = read(update, reading)
    if (event) return event
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error
  }
  return { type: 'raw', sessionId: reading.sessionId, source: 'acp', payload: update }
}
