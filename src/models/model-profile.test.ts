import { expect, test } from 'vitest'
import { createProfile, supportOf, valueOf } from '../capabilities/profile.ts'
import type { ModelDetails } from './model-details.ts'
import { withModel } from './model-profile.ts'
import { createModelRegistry } from './registry.ts'

const agent = createProfile({ kind: 'agent', id: 'claude' }, [
  { id: 'prompt.image', evidence: { source: 'advertised', support: 'supported' } },
  { id: 'tools.parallel', evidence: { source: 'declared', support: 'supported' } },
])
const opus = createModelRegistry().details('claude', 'opus') as ModelDetails
const blind = { ...opus.capabilities, supportsImageInput: false, supportsParallelToolCalls: false }

test('what is known of a model beats its agent', () => {
  const profile = withModel(agent, { ...opus, capabilities: blind, assumed: [] })
  expect(profile.subject).toEqual({ kind: 'agent', id: 'claude', model: 'claude-opus-5-5' })
  expect([supportOf(profile, 'prompt.image'), supportOf(profile, 'tools.parallel')]).toEqual([
    'unsupported',
    'unsupported',
  ])
})

test('what only stands there because it must does not', () => {
  const profile = withModel(agent, { ...opus, capabilities: blind, assumed: ['supportsParallelToolCalls'] })
  expect([supportOf(profile, 'prompt.image'), supportOf(profile, 'tools.parallel')]).toEqual([
    'unsupported',
    'supported',
  ])
})

test('a model keeps all the words it takes for an effort', () => {
  expect(valueOf(withModel(agent, opus), 'thinking.effort')).toEqual([
    'low',
    'medium',
    'high',
    'xhigh',
    'max',
  ])
})

test('a model that takes no budget with an agent beats an agent that takes one in general', () => {
  const claude = createProfile({ kind: 'agent', id: 'claude' }, [
    { id: 'thinking.budget', evidence: { source: 'declared', support: 'supported', value: [1024, 31_999] } },
  ])
  const registry = createModelRegistry()
  const budgetOf = (model: string): unknown => {
    const profile = withModel(claude, registry.details('claude', model) as ModelDetails)
    return [supportOf(profile, 'thinking.budget'), valueOf(profile, 'thinking.budget')]
  }
  expect(budgetOf('claude-sonnet-4-6')).toEqual(['unsupported', undefined])
  expect(budgetOf('opus')).toEqual(['unsupported', undefined])
  expect(budgetOf('claude-haiku-4-5')).toEqual(['supported', [1024, 31_999]])
})
