import { isRecord } from '../../../core/is-record.ts'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'

const internalError = -32603

/**
 * Passes the messages of a server on to the official client, with two differences. A request whose answer cannot be matched or
 * read fails at once; the client would leave it to its timeout. And an answer waits for the notifications before it, of which
 * the client would lose the last progress.
 */
export class McpInbox {
  readonly #deliver: (message: JSONRPCMessage) => void
  readonly #open = new Set<RequestId>()
  #previous: Promise<void> = Promise.resolve()

  constructor(deliver: (message: JSONRPCMessage) => void) {
    this.#deliver = deliver
  }

  /** Records a message to the server; returns its id if the message is a request. */
  sent(message: JSONRPCMessage): RequestId | undefined {
    if (!('method' in message)) return undefined
    if ('id' in message) {
      this.#open.add(message.id)
      return message.id
    }
    if (message.method === 'notifications/cancelled') this.forget(message.params?.['requestId'])
    return undefined
  }

  /** No longer expects an answer to a request. */
  forget(id: unknown): void {
    this.#open.delete(id as RequestId)
  }

  receive(message: unknown): void {
    if (!isRecord(message)) {
      this.failOnly('The server sent a message that is not an object')
      return
    }
    const { method, result, error } = message
    const id = this.#openId(message['id'])
    if (typeof method === 'string') this.#pass(message as JSONRPCMessage)
    else if (id === undefined) this.failOnly(textOf(error) ?? 'The server sent an answer without a known id')
    else if (!isRecord(result) && textOf(error) === undefined)
      this.fail(id, 'The server sent an answer without a result')
    else {
      this.#open.delete(id)
      this.#pass({ ...message, id } as JSONRPCMessage)
    }
  }

  /** Fails a request, unless it is answered. */
  fail(id: RequestId, text: string): void {
    if (this.#open.delete(id))
      this.#pass({ jsonrpc: '2.0', id, error: { code: internalError, message: text } })
  }

  /** Fails the only open request. When several are open, none of them can be blamed. */
  failOnly(text: string): void {
    const [only] = this.#open
    if (only !== undefined && this.#open.size === 1) this.fail(only, text)
  }

  #pass(message: JSONRPCMessage): void {
    this.#previous = this.#previous.then(() => this.#deliver(message))
  }

  /** Some servers answer with the number as text. */
  #openId(id: unknown): RequestId | undefined {
    if (typeof id !== 'string' && typeof id !== 'number') return undefined
    return [id, Number(id)].find((one) => this.#open.has(one))
  }
}

function textOf(error: unknown): string | undefined {
  return isRecord(error) && typeof error['message'] === 'string' && typeof error['code'] === 'number'
    ? error['message']
    : undefined
}
