import { isRecord } from '../../../core/is-record.ts'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'

const internalError = -32603

/**
 * The requests of a connection without an answer yet. The official client leaves a request whose answer it cannot match or
 * read to its timeout; this class answers it with an error at once.
 */
export class McpOpenRequests {
  readonly #ids = new Set<RequestId>()

  /** Records a sent message; returns its id if the message is a request. */
  sent(message: JSONRPCMessage): RequestId | undefined {
    if (!('method' in message) || !('id' in message)) return undefined
    this.#ids.add(message.id)
    return message.id
  }

  /** The message for the client; undefined when no request fits a message that cannot be read. */
  received(message: unknown): JSONRPCMessage | undefined {
    if (!isRecord(message)) return this.failOnly('The server sent a message that is not an object')
    if (typeof message['method'] === 'string') return message as JSONRPCMessage
    const { error } = message
    const id = this.#openId(message['id'])
    if (id === undefined) return this.failOnly(textOf(error) ?? 'The server sent an answer without a known id')
    this.#ids.delete(id)
    if (isRecord(message['result']) || textOf(error) !== undefined) return { ...message, id } as JSONRPCMessage
    return failure(id, 'The server sent an answer without a result')
  }

  /** An error answer for a request that is still open. */
  fail(id: RequestId, text: string): JSONRPCMessage | undefined {
    return this.#ids.delete(id) ? failure(id, text) : undefined
  }

  /** An error answer for the only open request; undefined when several are open, because none of them can be blamed. */
  failOnly(text: string): JSONRPCMessage | undefined {
    const [only] = this.#ids
    return only === undefined || this.#ids.size > 1 ? undefined : this.fail(only, text)
  }

  /** Some servers answer with the number as text. */
  #openId(id: unknown): RequestId | undefined {
    if (typeof id !== 'string' && typeof id !== 'number') return undefined
    return [id, Number(id)].find((one) => this.#ids.has(one))
  }
}

function failure(id: RequestId, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: internalError, message } }
}

function textOf(error: unknown): string | undefined {
  return isRecord(error) && typeof error['message'] === 'string' && typeof error['code'] === 'number'
    ? error['message']
    : undefined
}
