import { expect, test } from 'vitest'
import { agentCatalog } from '../catalog.ts'
import { createClaudeDialog } from '../catalog/claude/dialog.ts'
import { createClaudeReader } from '../catalog/claude/events.ts'
import { createCodexDialog } from '../catalog/codex/dialog.ts'
import { createCodexReader } from '../catalog/codex/events.ts'
import { createCopilotReader } from '../catalog/copilot/events.ts'
import { createGeminiReader } from '../catalog/gemini/events.ts'
import { createPiDialog } from '../catalog/pi/dialog.ts'
import { readDefinitions } from '../check/read-definitions.ts'
import { createAdapterRegistry } from '../registry.ts'

test.each([
  ['claude', createClaudeReader],
  ['codex', createCodexReader],
  ['gemini', createGeminiReader],
  ['copilot', createCopilotReader],
] as const)('the definition of %s loads its reader', async (id, create) => {
  expect(await agentCatalog[id].outputReader?.()).toBe(create)
})

test.each([
  ['claude', createClaudeDialog],
  ['codex', createCodexDialog],
  ['pi', createPiDialog],
] as const)('the definition of %s loads its dialog', async (id, create) => {
  expect(await agentCatalog[id].dialog?.()).toBe(create)
})

test('keeps the reader of a definition in code', async () => {
  const outputReader = () => Promise.resolve(createCodexReader)
  const registry = createAdapterRegistry()
  registry.register({ ...agentCatalog.codex, id: 'mine', outputReader })
  expect(await registry.get('mine').definition.outputReader?.()).toBe(createCodexReader)
})

test('rejects a reader in a JSON definition', () => {
  expect(readDefinitions(JSON.parse(JSON.stringify(agentCatalog.claude)))[0]?.outputReader).toBeUndefined()
  expect(() => readDefinitions({ id: 'mine', outputReader: 'x' })).toThrow(
    'Invalid agent definition: outputReader must be a function',
  )
})
