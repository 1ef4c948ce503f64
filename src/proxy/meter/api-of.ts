import type { IncomingHttpHeaders } from 'node:http'
import type { ModelApi } from './model-api.ts'

export interface ModelRequestLine {
  readonly api: ModelApi
  /** The model, in APIs that name it in the path. */
  readonly model?: string
}

/**
 * The API of a request that a model answers; undefined for all others, such as token counts and model lists. Decides by
 * the path and headers for every host, so that gateways count like providers.
 */
export function modelRequestOf(
  method: string | undefined,
  url: string,
  headers: IncomingHttpHeaders,
): ModelRequestLine | undefined {
  if (method !== 'POST') return undefined
  const path = pathOf(url)
  if (path.endsWith('/messages')) {
    const isAnthropic = path.endsWith('/v1/messages') || 'anthropic-version' in headers
    return isAnthropic ? { api: 'anthropic' } : undefined
  }
  // Codex compacts a conversation with a path of its own.
  if (/\/responses(?:\/compact)?$/.test(path)) return { api: 'openai-responses' }
  if (path.endsWith('/completions')) return { api: 'openai-completions' }
  if (/[:/](?:streamG|g)enerateContent$/.test(path)) return { api: 'gemini', ...modelIn(path) }
  // Claude on Google's cloud: the format of Anthropic, and the model in the path.
  if (/\/anthropic\/models\/(?!count-tokens)[^/]+:(?:streamR|r)awPredict$/.test(path)) {
    return { api: 'anthropic', ...modelIn(path) }
  }
  return undefined
}

function modelIn(path: string): { model?: string } {
  const model = /\/models\/([^/:]+)[:/]/.exec(path)?.[1]
  return model === undefined ? {} : { model }
}

/** The path without spellings that servers accept as well. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%') && !path.endsWith('/')) return path
  return decoded(path).replace(/\/+$/, '')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
