import { EventEmitter, once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { catalog } from '../../src/a2e/catalog.ts'
import type { A2EHost } from '../../src/a2e/host.ts'
import { createMessageId } from '../../src/a2e/messages/wire.ts'
import { checkJsonSchema } from '../../src/core/json-schema/check-json-schema.ts'

export type Message = Readonly<Record<string, unknown>>

/** Writes messages to a host by hand, and checks the answers against the published schemas. */
export class WireAgent {
  readonly received: Message[] = []
  readonly #waiting = new Set<() => void>()
  readonly #write: (line: string) => unknown

  constructor(write: (line: string) => unknown) {
    this.#write = write
  }

  /** Sends a message with an envelope; fields of the message take precedence. Returns its id. */
  send(type: string, fields: Message = {}): string {
    const id = createMessageId()
    this.#write(JSON.stringify({ type, id, version: '1.0', ts: 1794767309.79, ...fields }))
    return typeof fields['id'] === 'string' ? fields['id'] : id
  }

  /** Sends anything. */
  sendText(text: string): void {
    this.#write(text)
  }

  /** Sends a message and waits for the answer. */
  async ask(type: string, fields: Message = {}): Promise<Message> {
    return await this.answerTo(this.send(type, fields))
  }

  /** The message that answers a request: the last one about it. */
  answerTo(id: string): Promise<Message> {
    return this.next((message) => message['req_id'] === id && !isEvent(message))
  }

  /** The first message that fits, also an earlier one. */
  next(fits: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.received.find(fits)
        if (found === undefined) return
        this.#waiting.delete(look)
        resolve(found)
      }
      this.#waiting.add(look)
      look()
    })
  }

  /** All messages about a request. */
  about(id: string): Message[] {
    return this.received.filter((message) => message['req_id'] === id)
  }

  take(line: string): void {
    const message = JSON.parse(line) as Message
    requirePublished(message)
    // No character that a client may read as the end of a line.
    if (/[^ -~]/.test(line)) throw new Error(`The line is not plain ASCII: ${line}`)
    this.received.push(message)
    for (const look of this.#waiting) look()
  }

  /** Performs the handshake and returns the answer. */
  async handshake(capabilities: readonly string[], token = ''): Promise<Message> {
    return await this.ask('handshake/req', { agent_id: 'agent', agent_caps: capabilities, auth_token: token })
  }
}

function isEvent({ type }: Message): boolean {
  return typeof type === 'string' && type.endsWith('event')
}

/** @throws Error when a message does not fit the published schema of its type. */
export function requirePublished(message: Message): void {
  const entry = catalog.get(String(message['type']))
  const { issues } = checkJsonSchema(entry?.schema ?? { not: {} }, message)
  const envelope = /^[0-9a-f]{32}$/.test(String(message['id'])) && typeof message['ts'] === 'number'
  const versions = message['version'] === '1.0' && message['a2e'] === '1.0'
  if (entry === undefined || issues.length > 0 || !envelope || !versions)
    throw new Error(`Not as published: ${JSON.stringify(message)} ${JSON.stringify(issues)}`)
}

/** An agent in the same process. */
export function directAgent(host: A2EHost): WireAgent & { end(): Promise<void>; ended: Promise<void> } {
  const ended = Promise.withResolvers<void>()
  const agent = new WireAgent((line) => {
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      session.refuse('not JSON')
      return
    }
    session.receive(message)
  })
  const session = host.openSession({
    id: createMessageId(),
    send: (line) => agent.take(line),
    ended: ended.resolve,
  })
  return Object.assign(agent, { end: () => session.end(), ended: ended.promise })
}

/** An agent on two streams. */
export function streamAgent(input: Writable, output: Readable): WireAgent {
  const agent = new WireAgent((line) => input.write(`${line}\n`))
  let rest = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) agent.take(line)
  })
  return agent
}

export interface HttpAnswer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** One exchange over HTTP, by hand. */
export async function exchange(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer; agent?: Agent } = {},
): Promise<HttpAnswer> {
  const { method = 'GET', headers = {}, body = '', agent } = options
  const outgoing = request(url, { method, headers, ...(agent === undefined ? {} : { agent }) })
  // A host may answer and close before it has read the whole body.
  outgoing.on('error', () => undefined)
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

/** A stream of events that is being read. */
export interface EventReader {
  readonly headers: IncomingMessage['headers']
  readonly closed: Promise<unknown>
  /** Resolves with the next heartbeat. */
  beat(): Promise<unknown>
  destroy(): void
}

/** Opens the stream of a session; every message goes to the agent. */
export async function openStream(
  url: string,
  session: string,
  agent: WireAgent,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const outgoing = request(`${url}/stream`, { headers: { 'x-session-id': session, ...headers } })
  outgoing.end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const beats = new EventEmitter()
  let rest = ''
  response.setEncoding('utf8').on('data', (text: string) => {
    const events = (rest + text).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('data: ')) agent.take(event.slice('data: '.length))
      else if (event.startsWith(':')) beats.emit('beat')
    }
  })
  response.on('error', () => undefined)
  return {
    headers: response.headers,
    closed: once(response, 'close'),
    beat: () => once(beats, 'beat'),
    destroy: () => response.destroy(),
  }
}

/** An agent over HTTP that behaves like the reference client: it sends one post at a time. */
export async function httpAgent(
  url: string,
): Promise<{ agent: WireAgent; session: string; stream: EventReader; close: () => void }> {
  const connections = new Agent({ keepAlive: true, maxSockets: 1 })
  const { body } = await exchange(`${url}/session`, { method: 'POST' })
  const { session_id: session } = JSON.parse(body) as { session_id: string }
  const headers = { 'x-session-id': session, 'content-type': 'text/plain' }
  let isClosed = false
  const agent = new WireAgent((line) => {
    const post = exchange(`${url}/send`, { method: 'POST', headers, body: line, agent: connections })
    // The answer of the host may be on its way when the agent hangs up.
    void post.catch((error: unknown) => {
      if (!isClosed) throw error
    })
  })
  const stream = await openStream(url, session, agent)
  const close = (): void => {
    isClosed = true
    stream.destroy()
    connections.destroy()
  }
  return { agent, session, stream, close }
}
