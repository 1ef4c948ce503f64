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

function withModel(model: ModelDetails): CapabilityProfile {
  const subject = { kind: 'agent', id: 'claude', model: 'claude-opus-5-5' } as const
  return createProfile(subject, [...agent, ...modelClaims(model)])
}

test('a model that cannot carry something limits its agent', () => {
  const profile = withModel({ ...opus, capabilities: blind, assumed: [] })
  expect([supportOf(profile, 'prompt.image'), supportOf(profile, 'tools.parallel')]).toEqual([
    'unsupported',
    'unsupported',
  ])
})

test('a field that the shape only fills in says nothing', () => {
  const profile = withModel({ ...opus, capabilities: blind, assumed: ['supportsParallelToolCalls'] })
  expect([supportOf(profile, 'prompt.image'), supportOf(profile, 'tools.parallel')]).toEqual([
    'unsupported',
    'supported',
  ])
})

test('a model keeps all levels of its own', () => {
  expect(valueOf(withModel(opus), 'thinking.effort')).toEqual(['low', 'medium', 'high', 'xhigh', 'max'])
})
