import type { LanguageModelV3 as V3OfProvider4, LanguageModelV4, ProviderV4 } from '@ai-sdk/provider'
import type { LanguageModelV3, ProviderV3 } from 'ai-sdk-provider-3'
import { expectTypeOf, test } from 'vitest'
import type { ModelCallOptions } from './call-options.ts'
import type { AgentModelV3, AgentModelV4 } from './language-model.ts'
import type { AgentProvider } from './provider.ts'

test('a model fits the types of its generation', () => {
  expectTypeOf<AgentModelV4>().toExtend<LanguageModelV4>()
  expectTypeOf<AgentModelV3>().toExtend<LanguageModelV3>()
  expectTypeOf<AgentModelV3>().toExtend<V3OfProvider4>()
  expectTypeOf<AgentModelV3>().not.toExtend<LanguageModelV4>()
})

test('what the SDK hands over can be read', () => {
  expectTypeOf<Parameters<LanguageModelV4['doStream']>[0]>().toExtend<ModelCallOptions>()
  expectTypeOf<Parameters<LanguageModelV3['doStream']>[0]>().toExtend<ModelCallOptions>()
})

test('a provider fits the types of its generation', () => {
  expectTypeOf<AgentProvider<AgentModelV4, 'v4'>>().toExtend<ProviderV4>()
  expectTypeOf<AgentProvider<AgentModelV3, 'v3'>>().toExtend<ProviderV3>()
})
