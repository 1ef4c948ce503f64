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
  if (method !== 'POST' && !overrides.some((name) => name in headers)) return undefined
  const spelled = pathOf(url)
  const path = spelled.toLowerCase()
  if (path.endsWith('/messages')) {
    const isAnthropic = path.endsWith('/v1/messages') || 'anthropic-version' in headers
    return isAnthropic ? { api: 'anthropic' } : undefined
  }
  const [api] = Object.entries(paths).find(([, pattern]) => pattern.test(path)) ?? []
  return api === undefined ? undefined : { api: api as ModelApi, ...modelIn(spelled) }
}

/** Headers that replace the method: Google's servers read them. */
const overrides: readonly string[] = ['x-http-method-override', 'x-http-method', 'x-method-override']

/**
 * The ends of paths, in lower case. Work that the provider does later or counts in other units (batches, images, videos) is a
 * call too: its count stays incomplete, and no further one passes after a limit.
 */
const paths: Readonly<Record<ModelApi, RegExp>> = {
  // Claude on Google's cloud: the format of Anthropic, and the model in the path.
  anthropic:
    /\/v1\/(?:complete|messages\/batches)$|\/anthropic\/models\/(?!count-tokens)[^/]+:(?:stream)?rawpredict$/,
  // Codex compacts a conversation with a path of its own.
  'openai-responses':
    /\/responses(?:\/compact)?$|\/v1\/(?:batches|images\/\w+|audio\/\w+|videos|fine_tuning\/jobs)$|\/v1\/threads\/(?:[^/]+\/)?runs$/,
  'openai-completions':
    /\/completions$|\/v1\/embeddings$|\/models\/(?!count-tokens)[^/]+:(?:stream)?rawpredict$/,
  gemini:
    /[:/](?:(?:stream|batch)?generatecontent|(?:async)?(?:batch)?embedcontents?|predict(?:longrunning)?|generate(?:text|message|answer))$|\/v1\w*\/interactions$/,
}

function modelIn(path: string): { model?: string } {
  const model = /\/models\/([^/:]+)[:/]/i.exec(path)?.[1]
  return model === undefined ? {} : { model }
}

/** Paths that have no second spelling but their case. */
const plain = /^(?:\/(?!\.)[\w.:@$-]+)+$/

/** The path without spellings that servers accept as well. */
function pathOf(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  if (plain.test(path)) return path
  const segments: string[] = []
  for (const segment of decoded(decoded(path)).split(/[/\\]/)) {
    const [name = ''] = segment.replaceAll(/[^!-~]/g, '').split(';', 1)
    if (name === '..') segments.pop()
    else if (name !== '' && name !== '.') segments.push(name)
  }
  return `/${segments.join('/')}`
}

function decoded(path: string): string {
  return path.replaceAll(/%([0-9a-f]{2})/gi, (_all, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  )
}
