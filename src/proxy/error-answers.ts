import type { ModelApi } from './meter/model-api.ts'

/** The body of an error in the format of an API. */
export function apiError(api: ModelApi, { status, message }: { status: number; message: string }): string {
  return JSON.stringify(bodies[api](status, message))
}

function openai(status: number, message: string): object {
  const type = status < 500 ? 'invalid_request_error' : 'server_error'
  return { error: { message, type, param: null, code: null } }
}

const bodies: Readonly<Record<ModelApi, (status: number, message: string) => object>> = {
  anthropic: (status, message) => ({
    type: 'error',
    error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message },
  }),
  'openai-responses': openai,
  'openai-completions': openai,
  gemini: (status, message) => ({
    error: { code: status, message, status: status < 500 ? 'INVALID_ARGUMENT' : 'UNAVAILABLE' },
  }),
}
