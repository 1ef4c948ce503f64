import * as fc from 'fast-check'
import type { ModelCapabilities } from '../../src/capabilities/ecosystems/mux/index.ts'
import { extras, flag, text } from './json.ts'

const tokens = fc.nat()
const price = fc.double({ min: 0, max: 100, noNaN: true }).map((number) => number + 0)
const named = fc.string({ minLength: 1, maxLength: 8 })

const fields: { [Key in keyof Required<ModelCapabilities>]: fc.Arbitrary<ModelCapabilities[Key]> } = {
  agent: named,
  modelId: named,
  modelAlias: text,
  displayName: text,
  deprecated: flag,
  deprecatedSince: text,
  successorModelId: text,
  contextWindow: tokens,
  maxOutputTokens: tokens,
  maxThinkingTokens: tokens,
  inputPricePerMillion: price,
  outputPricePerMillion: price,
  thinkingPricePerMillion: price,
  cachedInputPricePerMillion: price,
  supportsThinking: flag,
  thinkingEffortLevels: fc.subarray(['low', 'medium', 'high', 'max'] as const),
  thinkingBudgetRange: fc.tuple(tokens, tokens),
  supportsToolCalling: flag,
  supportsParallelToolCalls: flag,
  supportsToolCallStreaming: flag,
  supportsJsonMode: flag,
  supportsStructuredOutput: flag,
  supportsTextStreaming: flag,
  supportsThinkingStreaming: flag,
  supportsImageInput: flag,
  supportsImageOutput: flag,
  supportsFileInput: flag,
  provider: text,
  providerModelId: text,
  protocol: fc.constantFrom('chat', 'responses', 'messages', 'custom'),
  deployment: fc.constantFrom('hosted', 'local', 'gateway', 'hybrid'),
  supportsLocalModels: flag,
  cliArgKey: text,
  cliArgValue: text,
  lastUpdated: fc.constantFrom('2026-10-01T00:00:00Z', '2026-10-02', ''),
  source: fc.constantFrom('bundled', 'remote'),
}

const optional = [
  'modelAlias',
  'deprecatedSince',
  'successorModelId',
  'maxThinkingTokens',
  'inputPricePerMillion',
  'outputPricePerMillion',
  'thinkingPricePerMillion',
  'cachedInputPricePerMillion',
  'thinkingEffortLevels',
  'thinkingBudgetRange',
  'provider',
  'providerModelId',
  'protocol',
  'deployment',
  'supportsLocalModels',
]

const required = Object.keys(fields).filter((key) => !optional.includes(key)) as (keyof ModelCapabilities)[]

/** Model declarations of agent-mux. Every one of them is in normal form. */
export const muxModelDeclaration: fc.Arbitrary<ModelCapabilities> = fc
  .tuple(extras(Object.keys(fields)), fc.record(fields, { requiredKeys: required, noNullPrototype: true }))
  .map(([rest, known]) => ({ ...rest, ...known }))
