import { generationOf } from '../ag-ui/generation.ts'
import type { RunInput } from '../ag-ui/input.ts'
import { readRunInput } from '../ag-ui/input.lazy.ts'
import type { Logger } from '../log.ts'
import type { OnDisconnect, TakenRun } from '../run-sink.ts'
import type { ServedAgent } from '../served-agent.ts'
import { encodingFor } from './encoding.lazy.ts'
import { EventStream } from './event-stream.ts'
import { readJson } from './read-json.ts'

export interface RunRouteOptions {
  readonly maxBodyBytes: number
  readonly bodyTimeoutMs: number
  readonly onDisconnect: OnDisconnect
  readonly logger: Logger
  /** Says no before a run is taken. @throws GatewayError */
  readonly admit: () => void
}

const headers = {
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** Answers a run, or a client that comes back, with a stream that ends with one terminal event. */
export async function answerRun(
  request: Request,
  agent: ServedAgent,
  { kind, options }: { kind: 'run' | 'connect'; options: RunRouteOptions },
): Promise<Response> {
  const { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs } = options
  const input = await readRunInput(await readJson(request, { maxBytes, timeoutMs }))
  const encoding = await encodingFor(request.headers.get('accept') ?? undefined, generationOf(input))
  const how = disconnectOf(request, options.onDisconnect)
  options.admit()
  const taken = kind === 'run' ? agent.run(input) : agent.connect(input)
  const stream = new EventStream({ encoding, onLeft: () => taken.leave(how) })
  void follow(taken, stream, { agent, input, logger: options.logger })
  return new Response(stream.body, { headers: { ...headers, 'content-type': encoding.contentType } })
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

function disconnectOf({ url }: Request, otherwise: OnDisconnect): OnDisconnect {
  const asked = new URL(url).searchParams.get('on-disconnect')
  return asked === 'detach' || asked === 'cancel' ? asked : otherwise
}
