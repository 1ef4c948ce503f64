import type { Clock } from '../core/clock.ts'
import { A2EError } from './a2e-error.ts'
import { catalogue } from './catalogue.ts'
import { messageIssues } from './messages/check-message.ts'
import { errorAnswer } from './messages/error-answer.ts'
import { encodeMessage, envelopeOf } from './messages/wire.ts'

/** A message that is ready to be sent. */
export interface OutgoingMessage {
  readonly id: string
  readonly [field: string]: unknown
}

/** What goes around the fields of an answer, an event or a push. */
export function outgoing(
  type: string,
  fields: object,
  about: { requestId: string; clock: Clock },
): OutgoingMessage {
  const envelope = { ...envelopeOf(type, about.clock), req_id: about.requestId }
  // The envelope stands first, and no field of a plugin takes its place.
  return { ...envelope, ...fields, ...envelope }
}

/** Writes what a session sends. A client drops what does not fit its schema and waits on, so that is never sent. */
export class SessionWriter {
  readonly #clock: Clock
  readonly #log: (text: string) => void
  readonly #write: (line: string, id: string) => void
  #closed = false

  constructor(options: {
    clock: Clock
    log: (text: string) => void
    write: (line: string, id: string) => void
  }) {
    this.#clock = options.clock
    this.#log = options.log
    this.#write = options.write
  }

  get closed(): boolean {
    return this.#closed
  }

  close(): void {
    this.#closed = true
  }

  /** Sends what the host itself says. */
  send(type: string, requestId: string, fields: object): void {
    if (this.#closed) return
    const message = outgoing(type, fields, { requestId, clock: this.#clock })
    this.#write(encodeMessage(message), message.id)
  }

  /**
   * Sends what a plugin says.
   * @throws A2EError `runtime_error` when it does not fit the schema of its type, and what JSON cannot say.
   */
  sendChecked(type: string, requestId: string, fields: object): void {
    if (this.#closed) return
    const message = outgoing(type, fields, { requestId, clock: this.#clock })
    requireFitting(type, message)
    this.#write(encodeMessage(message), message.id)
  }

  /** Sends an answer of a plugin, or an error in its place. */
  answer(type: string, requestId: string, fields: object): void {
    try {
      this.sendChecked(type, requestId, fields)
    } catch (error) {
      this.#log(String(error))
      this.fail(requestId, error)
    }
  }

  /** Sends an error. */
  fail(requestId: string, error: unknown, capability = ''): void {
    const fields = errorAnswer(error, capability)
    try {
      this.sendChecked('error', requestId, fields)
    } catch {
      // What the plugin tells of it is nothing that can be sent.
      this.send('error', requestId, {
        ...fields,
        message: String(fields.message),
        code: 'runtime_error',
        detail: {},
      })
    }
  }
}

/** @throws A2EError `runtime_error` when a message of a plugin does not fit the schema of its type. */
export function requireFitting(type: string, message: OutgoingMessage): void {
  const entry = catalogue.get(type)
  const [issue] = entry === undefined ? [] : messageIssues(entry, message)
  if (issue === undefined) return
  const text = `A plugin gave something that is no ${type}: ${issue.path.join('.')} ${issue.message}`
  throw new A2EError('runtime_error', text, {
    detail: { type, path: issue.path },
    capabilityName: entry?.capability ?? '',
  })
}
