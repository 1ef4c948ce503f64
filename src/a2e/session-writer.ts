import type { Clock } from '../core/clock.ts'
import { A2EError } from './a2e-error.ts'
import { catalog } from './catalog.ts'
import { messageIssues } from './messages/check-message.ts'
import { encodeMessage, envelopeOf } from './messages/wire.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { Fields } from './messages/messages.ts'

/** A message with its envelope. */
export interface OutgoingMessage {
  readonly id: string
  readonly [field: string]: unknown
}

/** Adds the envelope to the fields of a response, an event or a push. */
export function outgoing(
  type: string,
  fields: object,
  about: { requestId: string; clock: Clock },
): OutgoingMessage {
  const envelope = { ...envelopeOf(type, about.clock), req_id: about.requestId }
  // The envelope comes first, and no field of a plugin overrides it.
  return { ...envelope, ...fields, ...envelope }
}

/** Writes the messages of a session. Clients drop messages that do not fit the schema and keep waiting, so none is sent. */
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

  /** Sends a message of the host itself. */
  send(type: string, requestId: string, fields: object): void {
    if (this.#closed) return
    const message = outgoing(type, fields, { requestId, clock: this.#clock })
    this.#write(encodeMessage(message), message.id)
  }

  /**
   * Sends a message of a plugin.
   * @throws A2EError `runtime_error` when the message does not fit its schema; any error of JSON serialization.
   */
  sendChecked(type: string, requestId: string, fields: object): void {
    if (this.#closed) return
    const message = outgoing(type, fields, { requestId, clock: this.#clock })
    requireFitting(type, message)
    this.#write(encodeMessage(message), message.id)
  }

  /** Sends the answer of a plugin, or an error if the answer is invalid. */
  answer(type: string, requestId: string, fields: object): void {
    try {
      this.sendChecked(type, requestId, fields)
    } catch (error) {
      this.#log(String(error))
      this.fail(requestId, error)
    }
  }

  fail(requestId: string, error: unknown, capability = ''): void {
    const fields = errorAnswer(error, capability)
    try {
      this.sendChecked('error', requestId, fields)
    } catch {
      // The details of the plugin's error cannot be serialized.
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
  const entry = catalog.get(type)
  const [issue] = entry === undefined ? [] : messageIssues(entry, message)
  if (issue === undefined) return
  const text = `A plugin returned an invalid ${type}: ${issue.path.join('.')} ${issue.message}`
  throw new A2EError('runtime_error', text, {
    detail: { type, path: issue.path },
    capabilityName: entry?.capability ?? '',
  })
}

/** The fields of the `error` message for a thrown value. */
function errorAnswer(error: unknown, capability = ''): Fields<'error'> {
  if (error instanceof A2EError) {
    const { code, message, detail, retryable, capabilityName } = error
    return {
      code,
      message,
      detail: { ...detail, ...hintOf(error) },
      retryable,
      capability_name: capabilityName,
    }
  }
  const message = error instanceof Error ? error.message : String(error)
  const detail = CapstanError.isInstance(error) ? { code: error.code, ...hintOf(error) } : {}
  return { code: 'runtime_error', message, detail, retryable: false, capability_name: capability }
}

/** The published error has no field for a hint. */
function hintOf({ hint }: { readonly hint?: string | undefined }): { hint?: string } {
  return hint === undefined ? {} : { hint }
}
