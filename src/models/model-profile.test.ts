import { expect, test } from 'vitest'
import {
  type CapabilityProfile,
  createProfile,
  type Claim,
  supportOf,
  valueOf,
} from '../capabilities/profile.ts'
import type { ModelDetails } from './model-details.ts'
import { modelClaims } from './model-profile.ts'
import { createModelRegistry } from './registry.ts'

const agent: Claim[] = [
  { id: 'prompt.image', evidence: { source: 'advertised', support: 'supported' } },
  { id: 'tools.parallel', evidence: { source: 'declared', support: 'supported' } },
]
const opus = createModelRegistry().details('claude', 'opus') as ModelDetails
const blind = { ...opus.capabilities, supportsImageInput: false, supportsParallelToolCalls: false }

function withModel(model: ModelDetails, claims = agent): CapabilityProfile {
  const subject = { kind: 'agent', id: 'claude', model: model.capabilities.modelId } as const
  return createProfile(subject, [...claims, ...modelClaims(model)])
}

test('limits an agent by a missing capability of its model', () => {
  const profile = withModel({ ...opus, capabilities: blind, assumed: [] })
  expect([supportOf(profile, 'prompt.image'), supportOf(profile, 'tools.parallel')]).toEqual([
    'unsupported',
    'unsupported',
  ])
})

test('makes no claim for a placeholder field', () => {
  const profile = withModel({ ...opus, capabilities: blind, assumed: ['supportsParallelToolCalls'] })
  expect([supportOf(profile, 'prompt.image'), supportOf(profile, 'tools.parallel')]).toEqual([
    'unsupported',
    'supported',
  ])
})

test('keeps all levels of a model', () => {
  expect(valueOf(withModel(opus), 'thinking.effort')).toEqual(['low', 'medium', 'high', 'xhigh', 'max'])
})

test('overrides an agent with budgets by a model without one', () => {
  const claude: Claim[] = [
    { id: 'thinking.budget', evidence: { source: 'declared', support: 'supported', value: [1024, 31_999] } },
  ]
  const registry = createModelRegistry()
  const budgetOf = (model: string): unknown => {
    const profile = withModel(registry.details('claude', model) as ModelDetails, claude)
    return [supportOf(profile, 'thinking.budget'), valueOf(profile, 'thinking.budget')]
  }
  expect(budgetOf('claude-sonnet-4-6')).toEqual(['unsupported', undefined])
  expect(budgetOf('opus')).toEqual(['unsupported', undefined])
  expect(budgetOf('claude-haiku-4-5')).toEqual(['supported', [1024, 31_999]])
})
