import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A thread as `/api/threads` answers it, with the text of its messages. */
export interface PlayedThread {
  id: string
  agent: string
  title: string
  createdAt: string
  updatedAt: string
  isArchived: boolean
  status: 'idle' | 'running' | 'waiting'
  queue: { id: string; text: string }[]
  /** Searched, and not part of an answer. */
  words?: string
}

/** A server in front of a gateway that answers `/api/threads` from memory and forwards all other requests. */
export interface ThreadServer {
  readonly url: string
  readonly threads: Map<string, PlayedThread>
  close(): Promise<void>
}

export async function playThreads(gateway: string): Promise<ThreadServer> {
  const threads = new Map<string, PlayedThread>()
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost')
    if (url.pathname === '/agents/goose') failedRun(outgoing)
    else if (!url.pathname.startsWith('/api/threads')) forward(gateway, incoming, outgoing)
    else void answer(threads, { incoming, outgoing, url })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    threads,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A run of an agent without a login. */
function failedRun(outgoing: ServerResponse): void {
  const detail = {
    code: 'auth_required',
    message: 'Goose is not logged in',
    hint: 'Log in to goose, or set one of its key variables.',
    action: { type: 'login', agent: 'goose' },
  }
  const events = [
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    { type: 'CUSTOM', name: 'capstan.error', value: detail },
    { type: 'RUN_ERROR', message: detail.message, code: detail.code, metadata: { capstan: detail } },
  ]
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  outgoing.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
}

function forward(gateway: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url } = incoming
  const { hostname, port } = new URL(gateway)
  const sent = request({ hostname, port, path: url, method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
  })
  sent.on('error', () => outgoing.destroy())
  outgoing.on('close', () => sent.destroy())
  incoming.pipe(sent)
}

interface Asked {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly url: URL
}

async function answer(threads: Map<string, PlayedThread>, { incoming, outgoing, url }: Asked): Promise<void> {
  const send = (status: number, body?: unknown): void => {
    outgoing.writeHead(status, { 'content-type': 'application/json' })
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  }
  const id = decodeURIComponent(url.pathname.slice('/api/threads/'.length))
  if (id === '') return send(200, listOf(threads, url.searchParams))
  const thread = threads.get(id)
  if (thread === undefined) {
    return send(404, { error: { code: 'unknown_thread', message: `No thread has the id ${id}` } })
  }
  if (incoming.method === 'PATCH') {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    Object.assign(thread, JSON.parse(Buffer.concat(chunks).toString('utf8')))
  }
  if (incoming.method !== 'DELETE') return send(200, shown(thread))
  threads.delete(id)
  return send(204)
}

function listOf(threads: ReadonlyMap<string, PlayedThread>, query: URLSearchParams): object {
  const [search, before] = [query.get('search')?.toLowerCase() ?? '', query.get('before') ?? '~']
  const limit = Number(query.get('limit') ?? 50)
  const found = [...threads.values()]
    .filter(({ isArchived }) => isArchived === (query.get('archived') === 'true'))
    .filter(({ title, words = '' }) => `${title} ${words}`.toLowerCase().includes(search))
    .filter(({ updatedAt }) => updatedAt < before)
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
  const next = found.length > limit ? found[limit - 1]?.updatedAt : undefined
  return { threads: found.slice(0, limit).map(shown), ...(next === undefined ? {} : { next }) }
}

function shown(thread: PlayedThread): object {
  return { ...thread, words: undefined }
}
