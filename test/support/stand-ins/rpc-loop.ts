import { createInterface } from 'node:readline'

export type Fields = Readonly<Record<string, unknown>>

/** The notifications and requests of a stand-in to its client. */
export interface ClientSide {
  notify(method: string, params: Fields): void
  request(method: string, params: Fields): Promise<Fields>
}

/** Answers a request with its result; a notification has none. */
export type Handler = (params: Fields, client: ClientSide) => unknown

/** What a request is answered with instead of a result. */
export class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Speaks JSON-RPC on stdin and stdout, a message a line. It is a loop of its own, so that neither Capstan nor the SDK of
 * the protocol decides what is said.
 */
export function serve(handlers: Readonly<Record<string, Handler>>): void {
  const waiting = new Map<number, (result: Fields) => void>()
  const send = (message: Fields): void =>
    void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const client: ClientSide = {
    notify: (method, params) => send({ method, params }),
    request: (method, params) =>
      new Promise((resolve) => {
        const id = waiting.size + 1
        waiting.set(id, resolve)
        send({ id, method, params })
      }),
  }
  const answer = async (method: string, params: Fields): Promise<Fields> => {
    try {
      const handler = handlers[method]
      if (handler === undefined) throw new RpcError(-32_601, 'Method not found')
      return { result: (await handler(params, client)) ?? null }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return { error: { code: error.code, message: error.message } }
    }
  }
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params = {}, result = {} } = JSON.parse(line) as RpcMessage
    if (method === undefined) waiting.get(Number(id))?.(result)
    else if (id === undefined) void handlers[method]?.(params, client)
    else void answer(method, params).then((given) => send({ id, ...given }))
  })
}

interface RpcMessage {
  id?: number | string
  method?: string
  params?: Fields
  result?: Fields
}
