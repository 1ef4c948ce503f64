/** The APIs whose calls the proxy counts. */
export type ModelApi = 'anthropic' | 'openai-responses' | 'openai-completions' | 'gemini'
