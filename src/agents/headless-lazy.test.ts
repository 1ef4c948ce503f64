import { expect, test } from 'vitest'
import { agentCatalog } from './catalog.ts'
import { createClaudeDialog } from './claude/dialog.ts'
import { createClaudeReader } from './claude/events.ts'
import { createCodexDialog } from './codex/dialog.ts'
import { createCodexReader } from './codex/events.ts'
import { createCopilotReader } from './copilot/events.ts'
import { createGeminiReader } from './gemini/events.ts'
import { createPiDialog } from './pi/dialog.ts'
import { readDefinitions } from './read-definitions.ts'
import { createAdapterRegistry } from './registry.ts'

test.each([
  ['claude', createClaudeReader],
  ['codex', createCodexReader],
  ['gemini', createGeminiReader],
  ['copilot', createCopilotReader],
] as const)('the definition of %s loads its reader', async (id, create) => {
  expect(await agentCatalog[id].headlessReader?.()).toBe(create)
})

test.each([
  ['claude', createClaudeDialog],
  ['codex', createCodexDialog],
  ['pi', createPiDialog],
] as const)('the definition of %s loads its dialog', async (id, create) => {
  expect(await agentCatalog[id].liveDialog?.()).toBe(create)
})

test('a definition in code keeps its reader in a registry', async () => {
  const headlessReader = () => Promise.resolve(createCodexReader)
  const registry = createAdapterRegistry()
  registry.register({ ...agentCatalog.codex, id: 'mine', headlessReader })
  expect(await registry.get('mine').definition.headlessReader?.()).toBe(createCodexReader)
})

test('a definition that was read from JSON has no reader', () => {
  expect(readDefinitions(JSON.parse(JSON.stringify(agentCatalog.claude)))[0]?.headlessReader).toBeUndefined()
  expect(() => readDefinitions({ id: 'mine', headlessReader: 'x' })).toThrow(
    'This is not the definition of an agent: headlessReader must be a function',
  )
})
