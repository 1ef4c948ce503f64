import type { LanguageModelV3 as V3OfProvider4, LanguageModelV4, ProviderV4 } from '@ai-sdk/provider'
import type { LanguageModelV3, ProviderV3 } from 'ai-sdk-provider-3'
import { expectTypeOf, test } from 'vitest'
import type { ModelCallOptions } from './call-options.ts'
import type { AgentModelV3, AgentModelV4 } from './language-model.ts'
import type { AgentProvider } from './provider.ts'

test('models are assignable to LanguageModelV3 and LanguageModelV4', () => {
  expectTypeOf<AgentModelV4>().toExtend<LanguageModelV4>()
  expectTypeOf<AgentModelV3>().toExtend<LanguageModelV3>()
  expectTypeOf<AgentModelV3>().toExtend<V3OfProvider4>()
  expectTypeOf<AgentModelV3>().not.toExtend<LanguageModelV4>()
})

test('the call options of the SDK are assignable to ModelCallOptions', () => {
  expectTypeOf<Parameters<LanguageModelV4['doStream']>[0]>().toExtend<ModelCallOptions>()
  expectTypeOf<Parameters<LanguageModelV3['doStream']>[0]>().toExtend<ModelCallOptions>()
})

test('providers are assignable to ProviderV3 and ProviderV4', () => {
  expectTypeOf<AgentProvider<AgentModelV4, 'v4'>>().toExtend<ProviderV4>()
  expectTypeOf<AgentProvider<AgentModelV3, 'v3'>>().toExtend<ProviderV3>()
})
