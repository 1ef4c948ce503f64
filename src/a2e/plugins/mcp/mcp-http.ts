import { isRecord } from '../../../core/is-record.ts'
import { EventStreamDecoder } from '../../transports/event-stream.ts'
import type { McpListener, McpMessage, McpTransport } from './mcp-transport.ts'

export interface McpHttpOptions {
  url: string
  headers: Readonly<Record<string, string>>
}

const ownHeaders = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

/** A streamable HTTP transport: each message is a POST, answered with JSON or an event stream. */
export class McpHttp implements McpTransport {
  readonly #options: McpHttpOptions
  readonly #listener: McpListener
  readonly #closing = new AbortController()
  #session: string | undefined
  #version: string | undefined

  constructor(options: McpHttpOptions, listener: McpListener) {
    this.#options = options
    this.#listener = listener
  }

  setProtocolVersion(protocolVersion: string): void {
    this.#version = protocolVersion
  }

  async send(message: McpMessage, signal: AbortSignal): Promise<void> {
    const response = await fetch(this.#options.url, {
      method: 'POST',
      headers: this.#headers(),
      body: JSON.stringify(message),
      signal: AbortSignal.any([signal, this.#closing.signal]),
      // A redirect could leak the secrets in the headers.
      redirect: 'error',
    })
    this.#session ??= response.headers.get('mcp-session-id') ?? undefined
    if (!response.ok) {
      const text = await response.text()
      // The server no longer knows the session, so a new connection is needed.
      if (response.status === 404 && this.#session !== undefined)
        this.#listener.onClose(new Error('The server no longer knows the session'))
      throw new Error(`The server answered ${response.status}${text === '' ? '' : `: ${text.slice(0, 200)}`}`)
    }
    await this.#read(response)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#session === undefined) return
    // A server may refuse to delete a session.
    const ending = { method: 'DELETE', headers: this.#headers(), signal: AbortSignal.timeout(2000) }
    await fetch(this.#options.url, ending).catch(() => {})
  }

  #headers(): Record<string, string> {
    return {
      ...this.#options.headers,
      ...ownHeaders,
      ...(this.#session === undefined ? {} : { 'mcp-session-id': this.#session }),
      ...(this.#version === undefined ? {} : { 'mcp-protocol-version': this.#version }),
    }
  }

  async #read(response: Response): Promise<void> {
    const kind = response.headers.get('content-type') ?? ''
    if (kind.startsWith('text/event-stream') && response.body !== null) {
      const decoder = new EventStreamDecoder((data) => this.#receive(JSON.parse(data)))
      for await (const chunk of response.body) decoder.push(Buffer.from(chunk))
    } else if (kind.startsWith('application/json')) {
      this.#receive(await response.json())
    } else {
      await response.body?.cancel()
    }
  }

  /** Some servers answer with a list of messages. */
  #receive(value: unknown): void {
    for (const message of Array.isArray(value) ? value : [value])
      if (isRecord(message)) this.#listener.onMessage(message as unknown as McpMessage)
  }
}
