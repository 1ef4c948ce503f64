import { describe, expect, it } from 'vitest'
import type { AgentReport } from './remote/agent-report.ts'
import { createModelRegistry } from './registry.ts'

const source = { name: 'Claude Code 2.2.0', date: '2026-12-24' }

describe('applyReported', () => {
  it("overrides all other data by the agent's report", () => {
    const registry = createModelRegistry()
    registry.applyReported('claude', {
      source,
      aliases: { opus: 'claude-opus-6' },
      defaultModel: 'claude-opus-6',
      order: ['claude-opus-6'],
      models: {
        'claude-opus-5-5': {
          contextWindow: 500_000,
          efforts: ['low', 'high', 'ultra'],
          defaultEffort: 'low',
        },
        'claude-opus-6': {
          displayName: 'Claude Opus 6',
          contextWindow: 2_000_000,
          maxOutputTokens: 256_000,
          inputPricePerMillion: 3,
          outputPricePerMillion: 15,
        },
      },
    })
    expect(registry.model('claude', 'opus')).toMatchObject({
      modelId: 'claude-opus-6',
      modelAlias: 'opus',
      displayName: 'Claude Opus 6',
      contextWindow: 2_000_000,
      lastUpdated: '2026-12-24T00:00:00.000Z',
      cliArgKey: '--model',
      cliArgValue: 'claude-opus-6',
    })
    expect(registry.estimateCost('claude', 'opus', 1_000_000, 1_000_000)).toBe(18)
    expect(registry.defaultModel('claude')?.modelId).toBe('claude-opus-6')
    expect(registry.models('claude')[0]?.modelId).toBe('claude-opus-6')
    const older = registry.details('claude', 'claude-opus-5-5')
    expect(older?.capabilities).toMatchObject({
      contextWindow: 500_000,
      thinkingEffortLevels: ['low', 'high'],
    })
    expect(older?.efforts).toEqual(['low', 'high', 'ultra'])
    expect(older?.modelContextWindow).toBe(1_000_000)
    expect(older?.sources.map(({ name }) => name)).toEqual([
      'models.dev',
      'Claude Code 2.1.325',
      'Claude Code 2.2.0',
    ])
    expect(registry.model('claude', 'sonnet')?.modelId).toBe('claude-sonnet-5-5')
  })

  it('lists the assumed fields of a model with only a name', () => {
    const registry = createModelRegistry()
    registry.applyReported('cursor', { source, models: { 'composer-9': { modelAlias: 'best' } } })
    const details = registry.details('cursor', 'best')
    expect(details?.capabilities).toMatchObject({
      modelId: 'composer-9',
      contextWindow: 0,
      cliArgKey: '',
    })
    expect(details?.assumed).toEqual(expect.arrayContaining(['contextWindow', 'cliArgKey']))
    expect(registry.validate('cursor', 'composer')).toMatchObject({
      status: 'unknown',
      suggestions: ['composer-9'],
    })
    expect(registry.cost('cursor', 'composer-9', { inputTokens: 1 }).status).toBe('unknown')
  })

  it('adds filtered models with all their data', () => {
    const registry = createModelRegistry()
    expect(registry.model('openclaw', 'anthropic/claude-opus-5-5')).toBeNull()
    registry.applyReported('openclaw', { source, models: { 'anthropic/claude-opus-5-5': {} } })
    expect(registry.model('openclaw', 'anthropic/claude-opus-5-5')?.contextWindow).toBe(1_000_000)
    expect(registry.models('openclaw')).toHaveLength(3)
  })

  it('keeps only the models of a complete report', () => {
    const registry = createModelRegistry()
    const report: AgentReport = {
      source,
      complete: true,
      models: { 'gpt-6-sol': { hidden: true }, 'gpt-7': {} },
    }
    registry.applyReported('codex', report)
    expect(registry.models('codex').map(({ modelId }) => modelId)).toEqual(['gpt-7'])
    expect(registry.model('codex', 'gpt-6-sol')?.contextWindow).toBe(272_000)
    expect(registry.model('codex', 'gpt-6.1-sol')).toBeNull()
    expect(registry.defaultModel('codex')).toBeNull()
  })

  it('replaces the previous report and copies its input', () => {
    const registry = createModelRegistry()
    const models: Record<string, { contextWindow?: number }> = { first: {} }
    registry.applyReported('hermes', { source, models })
    models['second'] = {}
    expect(registry.models('hermes').map(({ modelId }) => modelId)).toEqual(['first'])
    registry.applyReported('hermes', { source, models: { third: {} } })
    expect(registry.models('hermes').map(({ modelId }) => modelId)).toEqual(['third'])
  })

  it('keeps price tiers only with their base prices', () => {
    const registry = createModelRegistry()
    const prices = { inputPricePerMillion: 0.1, outputPricePerMillion: 0.5 }
    registry.applyReported('claude', { source, models: { 'claude-haiku-5-5': prices } })
    expect(registry.details('claude', 'haiku')?.price?.tiers).toHaveLength(1)
    const others = { inputPricePerMillion: 0.2, outputPricePerMillion: 1 }
    registry.applyReported('claude', { source, models: { 'claude-haiku-5-5': others } })
    expect(registry.details('claude', 'haiku')?.price).toEqual({ input: 0.2, output: 1 })
  })

  it('ignores circular aliases', () => {
    const registry = createModelRegistry()
    registry.applyReported('hermes', {
      source,
      aliases: { a: 'b', b: 'a', c: 'c' },
      models: { a: {}, b: {}, c: {} },
    })
    expect(registry.models('hermes').map(({ modelId }) => modelId)).toEqual(['b', 'c'])
    expect(registry.model('hermes', 'a')?.modelId).toBe('b')
  })
})
