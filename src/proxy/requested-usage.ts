import { isRecord } from '../core/is-record.ts'
import { isLoopback } from './hosts/local-addresses.ts'
import type { Target } from './hosts/target.ts'
import { isIP } from 'node:net'

/**
 * Hosts that document `stream_options.include_usage`. Others may reject a field that they do not know, so their requests
 * stay as they are, and a stream without usage is counted as incomplete.
 */
const documented: readonly string[] = [
  'api.openai.com',
  'openrouter.ai',
  'api.deepseek.com',
  'api.groq.com',
  'api.x.ai',
  'api.together.xyz',
  'api.fireworks.ai',
  'generativelanguage.googleapis.com',
]

/** Whether a chat request to a target may ask for usage. Local servers (Ollama, vLLM, LM Studio, llama.cpp) accept it. */
export function canAskForUsage({ host }: Target): boolean {
  return documented.includes(host) || host === 'localhost' || (isIP(host) !== 0 && isLoopback(host))
}

/** The body of a streamed chat request, with a request for usage if it has none. All other bodies stay as they are. */
export function askingForUsage(body: Buffer): Buffer {
  const request = parsedRequest(body)
  // Some servers read every value that is not empty as true.
  if (!request?.['stream']) return body
  const options = request['stream_options']
  if (isRecord(options) && options['include_usage'] === true) return body
  if ('stream_options' in request) {
    const all = { ...request, stream_options: { ...(isRecord(options) ? options : {}), include_usage: true } }
    return Buffer.from(JSON.stringify(all))
  }
  const start = body.indexOf('{') + 1
  const added = Buffer.from('"stream_options":{"include_usage":true},')
  return Buffer.concat([body.subarray(0, start), added, body.subarray(start)])
}

/** The fields of a request; undefined if it is no object. */
function parsedRequest(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const data: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(data) ? data : undefined
  } catch {
    return undefined
  }
}
