import { generationOf } from '../ag-ui/generation.ts'
import type { RunInput } from '../ag-ui/input.ts'
import { readRunInput } from '../ag-ui/input.lazy.ts'
import type { Logger } from '../log.ts'
import type { OnDisconnect, TakenRun } from '../threads/run-sink.ts'
import type { ServedAgent } from '../served-agent.ts'
import { encodingFor } from './encoding.lazy.ts'
import { EventStream } from './event-stream.ts'
import { type ResponseWriter, WebResponseWriter } from './response-writer.ts'
import { readJson } from './read-json.ts'

export interface RunRouteOptions {
  readonly maxBodyBytes: number
  readonly bodyTimeoutMs: number
  readonly onDisconnect: OnDisconnect
  readonly logger: Logger
  /** Says no before a run is taken. @throws GatewayError */
  readonly admit: () => void
}

/** What a run is asked for with, however the request came. */
export interface AskedRun {
  readonly kind: 'run' | 'connect'
  /** The body, not looked at yet. */
  readonly body: unknown
  readonly accept: string | undefined
  /** The query, where there is one. */
  readonly query: string | undefined
}

/** A run that was taken, whose answer can begin. */
export interface RunAnswer {
  readonly headers: Readonly<Record<string, string>>
  /** Tells the run, to one terminal event; gives whether the client has heard of it already. */
  readonly begin: (writer: ResponseWriter) => { hasBegun: boolean }
}

/** Takes a run, or a client that comes back. @throws what is wrong with it */
export async function takeRun(
  agent: ServedAgent,
  { kind, body, accept, query }: AskedRun,
  options: RunRouteOptions,
): Promise<RunAnswer> {
  const input = await readRunInput(body)
  const encoding = await encodingFor(accept, generationOf(input))
  const how = disconnectOf(query, options.onDisconnect)
  options.admit()
  const taken = kind === 'run' ? agent.run(input) : agent.connect(input)
  return {
    headers: {
      'content-type': encoding.contentType,
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    },
    begin: (writer) => {
      const stream = new EventStream({ encoding, writer, onLeft: () => taken.leave(how) })
      void follow(taken, stream, { agent, input, logger: options.logger })
      return stream
    },
  }
}

/** Answers a run with a web response. @throws what is wrong with the request */
export async function answerRun(
  request: Request,
  agent: ServedAgent,
  { kind, options }: { kind: AskedRun['kind']; options: RunRouteOptions },
): Promise<Response> {
  const { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs } = options
  const body = await readJson(request, { maxBytes, timeoutMs })
  const accept = request.headers.get('accept') ?? undefined
  const query = new URL(request.url).search
  const { headers, begin } = await takeRun(agent, { kind, body, accept, query }, options)
  const writer = new WebResponseWriter()
  begin(writer)
  return new Response(writer.body, { headers })
}

async function follow(
  taken: TakenRun,
  stream: EventStream,
  { agent, input, logger }: { agent: ServedAgent; input: RunInput; logger: Logger },
): Promise<void> {
  const began = performance.now()
  const names = { agent: agent.id, threadId: input.threadId, runId: input.runId }
  try {
    await taken.start(stream)
    logger({ level: 'info', event: 'run', ...names, durationMs: Math.round(performance.now() - began) })
  } catch (error) {
    // Only a fault of ours comes here; the client must not wait for ever.
    logger({ level: 'error', event: 'fault', ...names, message: String(error) })
    void stream.write([{ type: 'RUN_ERROR', message: 'The gateway failed', code: 'gateway_fault' }])
  } finally {
    stream.end()
  }
}

function disconnectOf(query: string | undefined, otherwise: OnDisconnect): OnDisconnect {
  if (!query) return otherwise
  const asked = new URLSearchParams(query).get('on-disconnect')
  return asked === 'detach' || asked === 'cancel' ? asked : otherwise
}
