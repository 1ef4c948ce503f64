import { describe, expect, test } from 'vitest'
import { changedFacts } from '../../../../test/changed-facts.ts'
import { readFixture } from '../../../../test/read-fixture.ts'
import { type AgentCapabilities, type ModelCapabilities, modelToProfile, toProfile } from './index.ts'

const agent = readFixture('declarations/mux-agent.json') as AgentCapabilities
const model = readFixture('declarations/mux-model.json') as ModelCapabilities

/** What a field of an agent says when it says something other than in the fixture. */
const agentFields: [field: keyof AgentCapabilities, content: unknown, changes: string[]][] = [
  ['agent', 'codex', ['identity.name: supported']],
  ['canResume', false, ['session.resume: unsupported']],
  ['canFork', false, ['session.fork: unsupported']],
  ['supportsMultiTurn', false, ['session.multi-turn: unsupported']],
  ['sessionPersistence', 'none', ['session.persistence: unsupported']],
  ['sessionPersistence', 'sqlite', ['session.persistence: supported']],
  ['supportsTextStreaming', false, ['output.text-streaming: unsupported']],
  ['supportsToolCallStreaming', false, ['output.tool-call-streaming: unsupported']],
  ['supportsThinkingStreaming', false, ['thinking.streaming: unsupported']],
  ['supportsNativeTools', false, ['tools.native: unsupported']],
  [
    'supportsMCP',
    false,
    ['mcp.http: unsupported', 'mcp.sse: unsupported', 'mcp.stdio: unsupported', 'mcp.supported: unsupported'],
  ],
  ['supportsParallelToolCalls', false, ['tools.parallel: unsupported']],
  ['requiresToolApproval', false, ['tools.approval: supported']],
  ['approvalModes', ['yolo'], ['tools.approval: supported']],
  ['supportsThinking', false, ['thinking.supported: unsupported']],
  ['thinkingEffortLevels', [], ['thinking.effort: unsupported']],
  ['supportsThinkingBudgetTokens', false, ['thinking.budget: unsupported']],
  ['supportsJsonMode', false, ['output.json-mode: unsupported']],
  ['supportsStructuredOutput', false, ['output.structured: unsupported']],
  ['supportsSkills', false, ['skills: unsupported']],
  ['supportsAgentsMd', false, ['agents-md: unsupported']],
  ['skillsFormat', null, ['skills: supported']],
  ['supportsSubagentDispatch', false, ['multi-agent.delegation: unsupported']],
  ['supportsParallelExecution', false, ['execution.parallel: unsupported']],
  ['maxParallelTasks', undefined, ['execution.parallel: supported']],
  ['supportsInteractiveMode', false, ['interaction.repl: unsupported']],
  ['supportsStdinInjection', false, ['interaction.steer: unsupported']],
  ['supportsImageInput', false, ['prompt.image: unsupported']],
  ['supportsImageOutput', false, ['output.image: unsupported']],
  ['supportsFileAttachments', false, ['prompt.file: unsupported']],
  ['supportsPlugins', false, ['plugins: unsupported']],
  ['pluginFormats', [], ['plugins: supported']],
  ['pluginInstallCmd', undefined, ['plugins: supported']],
  ['pluginListCmd', undefined, ['plugins: supported']],
  ['pluginUninstallCmd', undefined, ['plugins: supported']],
  ['pluginMarketplaceUrl', undefined, ['plugins: supported']],
  ['pluginSearchCmd', undefined, ['plugins: supported']],
  ['pluginRegistries', [], ['plugins: supported']],
  ['supportedPlatforms', [], ['process.platforms: unsupported']],
  ['requiresGitRepo', false, ['process.git-required: unsupported']],
  ['requiresPty', false, ['process.pty-required: unsupported']],
  ['authMethods', [], ['auth: unsupported']],
  ['authFiles', [], ['auth: supported']],
  ['installMethods', [], ['install: unsupported']],
]

describe('the meaning of each field of an agent', () => {
  test.each(agentFields)('%s: %j', (field, content, changes) => {
    expect(changedFacts(toProfile(agent), toProfile({ ...agent, [field]: content }))).toEqual(changes)
  })

  test('covers every field', () => {
    expect([...new Set(agentFields.map(([field]) => field))].toSorted()).toEqual(
      Object.keys(agent).toSorted(),
    )
  })
})

/** The same of a model. */
const modelFields: [field: keyof ModelCapabilities, content: unknown, changes: string[]][] = [
  ['agent', 'codex', ['model.agent: supported']],
  ['modelAlias', undefined, ['model.alias: unknown']],
  ['displayName', 'x', ['model.name: supported']],
  ['deprecated', false, ['model.deprecated: unsupported']],
  ['deprecatedSince', undefined, ['model.deprecated: supported']],
  ['successorModelId', undefined, ['model.deprecated: supported']],
  ['contextWindow', 1, ['model.context-window: supported']],
  ['maxOutputTokens', 1, ['model.max-output: supported']],
  ['maxThinkingTokens', 1, ['model.max-thinking: supported']],
  ['inputPricePerMillion', 1, ['model.price: supported']],
  ['outputPricePerMillion', 1, ['model.price: supported']],
  ['thinkingPricePerMillion', 1, ['model.price: supported']],
  ['cachedInputPricePerMillion', 1, ['model.price: supported']],
  ['supportsThinking', false, ['thinking.supported: unsupported']],
  ['thinkingEffortLevels', undefined, ['thinking.effort: unknown']],
  ['thinkingBudgetRange', undefined, ['thinking.budget: unknown']],
  ['supportsToolCalling', false, ['tools.native: unsupported']],
  ['supportsParallelToolCalls', false, ['tools.parallel: unsupported']],
  ['supportsToolCallStreaming', false, ['output.tool-call-streaming: unsupported']],
  ['supportsJsonMode', false, ['output.json-mode: unsupported']],
  ['supportsStructuredOutput', false, ['output.structured: unsupported']],
  ['supportsTextStreaming', false, ['output.text-streaming: unsupported']],
  ['supportsThinkingStreaming', false, ['thinking.streaming: unsupported']],
  ['supportsImageInput', false, ['prompt.image: unsupported']],
  ['supportsImageOutput', false, ['output.image: unsupported']],
  ['supportsFileInput', false, ['prompt.file: unsupported']],
  ['provider', undefined, ['model.provider: supported']],
  ['providerModelId', undefined, ['model.provider: supported']],
  ['protocol', 'chat', ['model.protocol: supported']],
  ['deployment', 'local', ['model.deployment: supported']],
  ['supportsLocalModels', false, ['model.local: unsupported']],
  ['cliArgKey', '-m', ['model.selection: supported']],
  ['cliArgValue', 'x', ['model.selection: supported']],
  ['lastUpdated', '2026-11-01', ['model.data: supported']],
  ['source', 'remote', ['model.data: supported']],
  ['modelId', 'x', ['model.id: supported']],
]

describe('the meaning of each field of a model', () => {
  test.each(modelFields)('%s: %j', (field, content, changes) => {
    expect(changedFacts(modelToProfile(model), modelToProfile({ ...model, [field]: content }))).toEqual(
      changes,
    )
  })

  test('covers every field', () => {
    expect(modelFields.map(([field]) => field).toSorted()).toEqual(Object.keys(model).toSorted())
  })
})

test('names the fields of combined values', () => {
  const { facts } = toProfile(agent)
  expect(facts['plugins']?.value).toEqual({
    formats: ['npm-package', 'skill-file', 'skill-directory', 'extension-ts', 'channel-plugin', 'mcp-server'],
    installCommand: 'agent plugin install',
    listCommand: 'agent plugin list',
    uninstallCommand: 'agent plugin remove',
    searchCommand: 'agent plugin search',
    marketplaceUrl: 'https://plugins.example',
    registries: [{ name: 'npm', url: 'https://registry.example', searchable: true }],
  })
  expect(facts['tools.approval']?.value).toEqual({ required: true, modes: ['yolo', 'prompt', 'deny'] })
  const ofModel = modelToProfile(model).facts
  expect(ofModel['model.price']?.value).toEqual({ input: 15, output: 75, thinking: 75, cachedInput: 1.5 })
  expect(ofModel['model.deprecated']?.value).toEqual({ since: '2026-09-01', successor: 'example-large-2' })
  expect(ofModel['model.provider']?.value).toEqual({ name: 'example', modelId: 'example-large-1-20260101' })
  expect(ofModel['model.selection']?.value).toEqual({ key: '--model', value: 'example-large-1' })
  expect(ofModel['model.data']?.value).toEqual({ lastUpdated: '2026-10-01T00:00:00Z', source: 'bundled' })
})
