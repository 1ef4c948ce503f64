import { catalog, type CatalogEntry } from './catalog.ts'
import { fillIn } from './messages/check-message.ts'
import { dispatch } from './dispatch.ts'
import type { HostSettings } from './host-settings.ts'
import type { PendingRequest } from './pending-request.ts'
import type { PluginSession, RequestContext } from './plugin.ts'
import { outgoing, requireFitting, type SessionWriter } from './session-writer.ts'
import { envelopeOf } from './messages/wire.ts'

type Message = Readonly<Record<string, unknown>>

/** The parts of a session that its request contexts use. */
export interface RequestSide {
  readonly settings: HostSettings
  readonly session: PluginSession
  readonly writer: SessionWriter
  /** @throws A2EError when the session may not send this message. */
  admit(type: string, message: Message): CatalogEntry
}

/** The context for the handler of a request. */
export function contextOf(side: RequestSide, pending: PendingRequest): RequestContext {
  const { entry, id } = pending
  return contextWith(side, pending, (fields) => {
    const seq = pending.nextEvent()
    if (seq === undefined || side.writer.closed) return false
    side.writer.sendChecked(entry.event, id, { ...fields, seq })
    return true
  })
}

function contextWith(
  side: RequestSide,
  pending: PendingRequest,
  emit: (fields: object) => boolean,
): RequestContext {
  const { root, clock, log } = side.settings
  return {
    session: side.session,
    requestId: pending.id,
    get signal() {
      return pending.signal
    },
    root,
    clock,
    log,
    emit,
    request: async (type, fields, onEvent) => {
      const answer = await requestNested(side, pending, {
        type,
        fields,
        emit: (event) => {
          // The event type follows from the request type.
          onEvent?.(event as never)
          return !pending.answered
        },
      })
      return answer as never
    },
  }
}

interface Nested {
  type: string
  fields: object
  emit: (fields: object) => boolean
}

/** A request of a plugin on behalf of the agent: it follows the same rules and ends with the outer request. */
async function requestNested(
  side: RequestSide,
  pending: PendingRequest,
  { type, fields, emit }: Nested,
): Promise<Message> {
  const { registry, clock } = side.settings
  pending.signal.throwIfAborted()
  const message = { ...fields, ...envelopeOf(type, clock) }
  const entry = side.admit(type, message)
  const answer = await dispatch(
    { entry, request: fillIn(entry, message), context: contextWith(side, pending, emit) },
    registry.handlersOf(type),
  )
  const full = outgoing(entry.reply ?? '', answer, { requestId: message.id, clock })
  requireFitting(entry.reply ?? '', full)
  const reply = catalog.get(entry.reply ?? '')
  return reply === undefined ? full : fillIn(reply, full)
}
