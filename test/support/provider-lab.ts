import { onTestFinished } from 'vitest'
import {
  createModelProvider,
  type ModelProvider,
  type ModelProviderOptions,
} from '../../src/testing/provider/server.ts'

/** Starts a provider that is closed after the test. */
export async function startProvider(options?: ModelProviderOptions): Promise<ModelProvider> {
  const provider = await createModelProvider(options)
  onTestFinished(() => provider.close())
  return provider
}

/** What every request offers, if nothing else is said. */
export const offeredTools = [
  { type: 'function', function: { name: 'bash', parameters: { properties: { command: {} } } } },
]

interface AskOptions {
  stream?: boolean
  headers?: Record<string, string>
  path?: string
  offered?: unknown[]
  results?: number
}

/** Asks by the wire of chat completions. */
export async function ask(
  { url }: ModelProvider,
  prompt: string,
  options: AskOptions = {},
): Promise<Response> {
  const {
    stream = false,
    headers = {},
    path = '/v1/chat/completions',
    offered = offeredTools,
    results = 0,
  } = options
  const answered = Array.from({ length: results }, (_, index) => ({ role: 'tool', tool_call_id: `${index}` }))
  const messages = [{ role: 'user', content: prompt }, ...answered]
  const body = JSON.stringify({ model: 'm', stream, tools: offered, messages, reasoning_effort: 'high' })
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

/** What the model said, or the error. */
export async function said(response: Response): Promise<unknown> {
  const answer = (await response.json()) as { choices?: { message: { content: unknown } }[]; error?: unknown }
  return answer.choices?.[0]?.message.content ?? answer.error
}
