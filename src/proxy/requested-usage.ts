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

/** The body of a streamed chat request, with a request for usage if it has none. All other bytes stay as they are. */
export function askingForUsage(body: Buffer): Buffer {
  if (body.includes('"stream_options"') || !/"stream"\s*:\s*true/.test(body.toString('latin1'))) return body
  const start = body.indexOf('{')
  if (start === -1 || !isObject(body)) return body
  const added = Buffer.from('"stream_options":{"include_usage":true},')
  return Buffer.concat([body.subarray(0, start + 1), added, body.subarray(start + 1)])
}

/** Only an object that streams on its top level is changed. */
function isObject(body: Buffer): boolean {
  try {
    const data: unknown = JSON.parse(body.toString('utf8'))
    return typeof data === 'object' && data !== null && 'stream' in data && data.stream === true
  } catch {
    return false
  }
}
