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

/** The context of reading one update. */
export interface UpdateReading extends Reading {
  readonly sessionId: string
}

/** Creates the event of an update; `undefined` for an unknown kind. Throws `MalformedError`. */
export type UpdateReader = (update: Fields, reading: UpdateReading) => AgentEvent | undefined

/**
 * Creates exactly one event from the params of a `session/update`, and never throws.
 * An update without a required field becomes a `raw` event. If only an optional field is malformed, the event omits it
 * and has the params in `native`, so that a turn still ends and no data is lost.
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
