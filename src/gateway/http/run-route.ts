import type { FindAutoAgent } from '../auto-agent.ts'
import { generationOf } from '../ag-ui/generation.ts'
import type { RunInput } from '../ag-ui/input.ts'
import { readRunInput } from '../ag-ui/input.lazy.ts'
import { isRecord } from '../../core/is-record.ts'
import type { Logger } from '../log.ts'
import type { OnDisconnect, AcceptedRun } from '../threads/run-sink.ts'
import { withModel } from '../threads/settings/thread-settings.ts'
import type { ServedAgent } from '../served-agent.ts'
import { encodingFor } from './encoding.lazy.ts'
import { EventStream } from './event-stream.ts'
import { forwardedHeader } from './forwarding/forwarded-request.ts'
import type { ThreadForwarding } from './forwarding/thread-forwarding.ts'
import type { RequestedRun, RunAnswer } from './requested-run.ts'
import { WebResponseWriter } from './response-writer.ts'
import { isEmptyBody, readJson } from './read-json.ts'

export interface RunRouteOptions {
  readonly maxBodyBytes: number
  readonly bodyTimeoutMs: number
  readonly onDisconnect: OnDisconnect
  readonly logger: Logger
  /** Called before a run is accepted. @throws GatewayError to reject it. */
  readonly admit: () => void
  /** Reaches the gateways that share the threads. */
  readonly forwarding?: ThreadForwarding | undefined
}

/** Accepts a run or a reconnect. @throws ValidationError or GatewayError if it is rejected. */
export async function acceptRun(
  found: ServedAgent | FindAutoAgent,
  requested: RequestedRun,
  options: RunRouteOptions,
): Promise<RunAnswer> {
  const { kind, body, accept, query } = requested
  const input = await readRunInput(body)
  const encoding = await encodingFor(accept, generationOf(input))
  const how = disconnectOf(query, options.onDisconnect)
  const forwarded = await options.forwarding?.run(input.threadId, { ...requested, encoding })
  if (forwarded !== undefined) return forwarded
  const { agent, model } = typeof found === 'function' ? await found(input.threadId) : { agent: found }
  options.admit()
  const run = kind === 'run' ? agent.run(withModel(input, model)) : agent.connect(input)
  return {
    headers: {
      'content-type': encoding.contentType,
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    },
    begin: (writer) => {
      const stream = new EventStream({ encoding, writer, onDisconnected: () => run.disconnect(how) })
      void follow(run, stream, { agent, input, logger: options.logger })
      return stream
    },
  }
}

/** Answers a run with a web response. @throws BodyError, ValidationError or GatewayError if it is rejected. */
export async function answerRun(
  request: Request,
  agent: ServedAgent | FindAutoAgent,
  { kind, options }: { kind: RequestedRun['kind']; options: RunRouteOptions },
): Promise<Response> {
  const { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs } = options
  const body = await readJson(request, { maxBytes, timeoutMs })
  const accept = request.headers.get('accept') ?? undefined
  const { search: query, pathname: path } = new URL(request.url)
  const isForwarded = request.headers.has(forwardedHeader)
  const { headers, begin } = await acceptRun(agent, { kind, body, accept, path, query, isForwarded }, options)
  const writer = new WebResponseWriter()
  begin(writer)
  return new Response(writer.body, { headers })
}

/** The run that a stop request names in its body, if it has one. @throws BodyError for an invalid body. */
export async function readRunId(
  request: Request,
  {
    maxBodyBytes: maxBytes,
    bodyTimeoutMs: timeoutMs,
  }: Pick<RunRouteOptions, 'maxBodyBytes' | 'bodyTimeoutMs'>,
): Promise<string | undefined> {
  if (isEmptyBody(request.headers)) return undefined
  const body = await readJson(request, { maxBytes, timeoutMs })
  const runId = isRecord(body) ? body['runId'] : undefined
  return typeof runId === 'string' ? runId : undefined
}

async function follow(
  run: AcceptedRun,
  stream: EventStream,
  { agent, input, logger }: { agent: ServedAgent; input: RunInput; logger: Logger },
): Promise<void> {
  const began = performance.now()
  const names = { agent: agent.id, threadId: input.threadId, runId: input.runId }
  try {
    await run.start(stream)
    logger({ level: 'info', event: 'run', ...names, durationMs: Math.round(performance.now() - began) })
  } catch (error) {
    // A bug in the gateway; end the stream so that the client does not wait forever.
    logger({ level: 'error', event: 'fault', ...names, message: String(error) })
    void stream.write([{ type: 'RUN_ERROR', message: 'The gateway failed', code: 'gateway_fault' }])
  } finally {
    stream.end()
  }
}

function disconnectOf(query: string | undefined, otherwise: OnDisconnect): OnDisconnect {
  if (!query) return otherwise
  const value = new URLSearchParams(query).get('on-disconnect')
  return value === 'detach' || value === 'cancel' ? value : otherwise
}
