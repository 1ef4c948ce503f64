import { expectTypeOf, test } from 'vitest'
import type { AgentName, ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import type { ModelRegistry } from './model-registry.ts'
import type { DetailedModelRegistry } from './registry.ts'
import type { ModelValidationResult } from './validate.ts'

test('has the published registry', () => {
  expectTypeOf<ModelRegistry>().toEqualTypeOf<{
    models(agent: AgentName): ModelCapabilities[]
    catalog(agent: AgentName): Array<ModelCapabilities & { isDefault: boolean }>
    model(agent: AgentName, modelId: string): ModelCapabilities | null
    defaultModel(agent: AgentName): ModelCapabilities | null
    validate(agent: AgentName, modelId: string): ModelValidationResult
    estimateCost(agent: AgentName, modelId: string, inputTokens: number, outputTokens: number): number
    refresh(agent: AgentName): Promise<void>
    refreshAll(): Promise<void>
    lastUpdated(agent: AgentName): Date
  }>()
  expectTypeOf<DetailedModelRegistry>().toExtend<ModelRegistry>()
})

test('has the published result of a validation', () => {
  expectTypeOf<ModelValidationResult>().toEqualTypeOf<{
    valid: boolean
    model?: ModelCapabilities
    status: 'ok' | 'deprecated' | 'alias' | 'unknown' | 'ambiguous'
    message: string
    suggestions?: string[]
    resolvedModelId?: string
    successorModelId?: string
  }>()
})
