/** The ways of asking a model that the provider understands. */
export type WireName = 'anthropic-messages' | 'openai-responses' | 'openai-chat' | 'gemini'
