import { expect, test } from 'vitest'
import { agentCatalog } from './catalog.ts'
import { createAdapterRegistry } from './registry.ts'

const registry = createAdapterRegistry()

test.each([
  ['claude', 'claude'],
  ['Claude', 'claude'],
  ['claude-code', 'claude'],
  ['Claude Code', 'claude'],
  ['@anthropic-ai/claude-code', 'claude'],
  ['claude-agent-acp', 'claude'],
  ['codex-cli', 'codex'],
  ['@openai/codex', 'codex'],
  ['gemini-cli', 'gemini'],
  ['@google/gemini-cli', 'gemini'],
  ['github-copilot', 'copilot'],
  ['copilot-cli', 'copilot'],
  ['cursor-agent', 'cursor'],
  ['cursor-cli', 'cursor'],
  ['open-code', 'opencode'],
  ['opencode-ai', 'opencode'],
  ['oh-my-pi', 'omp'],
  ['@oh-my-pi/pi-coding-agent', 'omp'],
  ['@mariozechner/pi-coding-agent', 'pi'],
  ['hermes-agent', 'hermes'],
  ['qwen-code', 'qwen'],
  ['kilocode', 'kilo'],
  ['kimi-code', 'kimi'],
  ['capstan-sim', 'sim'],
])('%s is %s', (name, id) => {
  expect(registry.get(name).id).toBe(id)
  expect(registry.capabilities(name)).toBe(registry.capabilities(id))
})

test('rejects a name of two agents and lists both', () => {
  expect(() => registry.get('pi-coding-agent')).toThrow(
    expect.objectContaining({
      code: 'AMBIGUOUS_AGENT',
      message: 'pi-coding-agent can be pi or omp',
      hint: 'Use pi or omp.',
    }),
  )
})

test.each([
  ['claud-code', 'Did you mean claude?'],
  ['ohmypi', 'Did you mean omp?'],
  ['gemni', 'Did you mean gemini?'],
  ['curser', 'Did you mean cursor?'],
])('suggests an id for the mistyped %s', (name, hint) => {
  expect(() => registry.get(name)).toThrow(expect.objectContaining({ code: 'UNKNOWN_AGENT', hint }))
})

test("prefers an id to other agents' names", () => {
  const own = createAdapterRegistry()
  own.register({ ...agentCatalog.sim, id: 'oh-my-pi', name: 'Mine' })
  expect(own.get('oh-my-pi').name).toBe('Mine')
  own.unregister('oh-my-pi')
  expect(own.get('oh-my-pi').id).toBe('omp')
})

test('does not accept the path of a program as a name', () => {
  const own = createAdapterRegistry([{ ...agentCatalog.sim, id: 'mine', binaries: ['/opt/mine/agent'] }])
  expect(() => own.get('/opt/mine/agent')).toThrow(expect.objectContaining({ code: 'UNKNOWN_AGENT' }))
})
