import { describe, expect, it } from 'vitest'
import { type AgentModels, isOffered, modelIdFor } from './agent-models.ts'

const plain: AgentModels = { agent: 'a', providers: ['p'], selection: { cliArgKey: '-m', form: 'id' } }

describe('modelIdFor', () => {
  it("returns the agent's model id", () => {
    expect(modelIdFor(plain, 'openai', 'gpt-6-sol')).toBe('gpt-6-sol')
    const prefixed: AgentModels = { ...plain, selection: { cliArgKey: '-m', form: 'provider/id' } }
    expect(modelIdFor(prefixed, 'openai', 'gpt-6-sol')).toBe('openai/gpt-6-sol')
    expect(modelIdFor({ agent: 'a', providers: [] }, 'openai', 'gpt-6-sol')).toBe('gpt-6-sol')
  })
})

describe('isOffered', () => {
  it.each([
    [undefined, undefined, 'anything', true],
    [['gemini-*'], undefined, 'gemini-4-argon', true],
    [['gemini-*'], undefined, 'gemma-4-31b-it', false],
    [['gemini-*'], ['gemini-robotics-*'], 'gemini-robotics-er-2-preview', false],
    [['exact'], undefined, 'exact', true],
    [['exact'], undefined, 'exact-not', false],
    [['exact'], undefined, 'not-exact', false],
    [['*-fast'], undefined, 'opus-fast', true],
    [['*-fast'], undefined, 'opus-fast-2', false],
    [['a*b*c'], undefined, 'a-b-c', true],
    [['a*b*c'], undefined, 'abc', true],
    [['a*b*c'], undefined, 'acb', false],
    [['ab*ba'], undefined, 'aba', false],
    [['ab*b*ba'], undefined, 'abba', false],
    [['*'], ['*'], 'anything', false],
    [['gpt.5'], undefined, 'gpt-5', false],
    [[], undefined, 'anything', false],
  ])('include %j, exclude %j: %s is %s', (include, exclude, modelId, expected) => {
    expect(isOffered({ ...plain, include, exclude }, modelId)).toBe(expected)
  })
})
