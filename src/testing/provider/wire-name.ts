/** The APIs of the provider. */
export type WireName = 'anthropic-messages' | 'openai-responses' | 'openai-chat' | 'gemini'
