import { describe, expect, it } from 'vitest'
import {
  budgetRangeOf,
  deploymentOf,
  effortLevelsOf,
  flagsOf,
  protocolOf,
  sortEfforts,
  successorAmong,
  unknownFlags,
} from './derive.ts'
import type { ModelRecord } from '../model-record.ts'

const record: ModelRecord = {
  id: 'm',
  name: 'M',
  context: 1000,
  output: 100,
  source: 'test',
  date: '2026-01-01',
}

describe('the rules', () => {
  it.each([
    ['@ai-sdk/anthropic', 'messages'],
    ['@ai-sdk/openai', 'responses'],
    ['@ai-sdk/openai-compatible', 'chat'],
    ['@ai-sdk/google', 'custom'],
    ['@ai-sdk/xai', undefined],
    ['never-heard-of', undefined],
    ['__proto__', undefined],
  ])('map %s to the protocol %s', (api, protocol) => {
    expect(protocolOf(api)).toBe(protocol)
  })

  it.each([
    ['anthropic', 'hosted'],
    ['openrouter', 'gateway'],
    ['constructor', 'hosted'],
  ])('classify %s as %s', (provider, deployment) => {
    expect(deploymentOf(provider)).toBe(deployment)
  })

  it('keep the four levels that have a name', () => {
    expect(effortLevelsOf(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra'])).toEqual([
      'low',
      'medium',
      'high',
      'max',
    ])
  })

  it('sort efforts, unknown levels last', () => {
    expect(sortEfforts(['ultra', 'low', 'odd', 'none', 'max', 'low', 'xhigh'])).toEqual([
      'none',
      'low',
      'xhigh',
      'max',
      'ultra',
      'odd',
    ])
  })

  it('fill in the flags no source has', () => {
    expect(flagsOf({ ...record, thinks: true, structured: true }, 'messages')).toEqual({
      supportsParallelToolCalls: true,
      supportsToolCallStreaming: true,
      supportsJsonMode: true,
      supportsTextStreaming: true,
      supportsThinkingStreaming: true,
    })
    expect(flagsOf(record, 'custom')).toEqual({
      supportsParallelToolCalls: true,
      supportsToolCallStreaming: false,
      supportsJsonMode: false,
      supportsTextStreaming: true,
      supportsThinkingStreaming: false,
    })
    expect(flagsOf(record, undefined).supportsToolCallStreaming).toBe(false)
  })

  it('limit a budget by the output if it has no limit of its own', () => {
    expect(budgetRangeOf(record)).toBeUndefined()
    expect(budgetRangeOf({ ...record, budget: { min: 10 } })).toEqual({ range: [10, 99], derived: true })
    expect(budgetRangeOf({ ...record, budget: { min: 10, max: 50 } })).toEqual({
      range: [10, 50],
      derived: false,
    })
    expect(budgetRangeOf({ ...record, budget: {} })).toEqual({ range: [0, 99], derived: true })
  })

  it.each([
    ['flash-preview', true, 'flash'],
    ['flash-2026-01-31', true, 'flash'],
    ['flash-20260131', true, 'flash'],
    ['flash-preview', undefined, undefined],
    ['old-preview', true, undefined],
    ['gone-preview', true, undefined],
    ['flash', true, undefined],
  ])('find the successor of %s (deprecated: %s): %s', (id, deprecated, successor) => {
    const served = new Map<string, ModelRecord>([
      ['flash', { ...record, id: 'flash' }],
      ['old', { ...record, id: 'old', deprecated: true }],
    ])
    const asked = { ...record, id, ...(deprecated === true ? { deprecated } : {}) }
    expect(successorAmong(asked, served)).toBe(successor)
  })
})

describe('unknownFlags', () => {
  it('lists flags that are false only because they are unknown', () => {
    expect(unknownFlags(record, undefined)).toEqual([
      'supportsStructuredOutput',
      'supportsJsonMode',
      'supportsToolCallStreaming',
    ])
    expect(unknownFlags({ ...record, structured: false }, 'custom')).toEqual([
      'supportsJsonMode',
      'supportsToolCallStreaming',
    ])
    expect(unknownFlags({ ...record, structured: true }, 'messages')).toEqual([])
  })
})
