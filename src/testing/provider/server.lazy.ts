import type { ModelProvider, ModelProviderOptions } from './server.ts'

/** Starts a provider on a free port of 127.0.0.1. It needs no key and keeps all data in memory. */
export async function createModelProviderLazily(options: ModelProviderOptions = {}): Promise<ModelProvider> {
  const { createModelProvider } = await import('./server.ts')
  return await createModelProvider(options)
}
