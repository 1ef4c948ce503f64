import { expect, test } from 'vitest'
import { muxAgentCapabilitiesSchema } from '../../../capabilities/ecosystems/mux/schema.ts'
import { definitionCapabilities } from '../../facts/definition-profile.ts'
import { codex } from './definition.ts'

test('its capabilities in the total shape', () => {
  const capabilities = muxAgentCapabilitiesSchema.parse(definitionCapabilities(codex))
  expect(capabilities).toEqual({
    canResume: true,
    canFork: true,
    supportsMultiTurn: true,
    supportsTextStreaming: true,
    supportsToolCallStreaming: false,
    supportsThinkingStreaming: true,
    supportsNativeTools: true,
    supportsMCP: true,
    supportsParallelToolCalls: false,
    supportsThinking: true,
    supportsThinkingBudgetTokens: false,
    supportsJsonMode: false,
    supportsStructuredOutput: true,
    supportsAgentsMd: true,
    supportsSubagentDispatch: true,
    supportsParallelExecution: false,
    supportsInteractiveMode: true,
    supportsStdinInjection: true,
    supportsImageInput: true,
    supportsImageOutput: true,
    supportsFileAttachments: true,
    requiresGitRepo: true,
    requiresPty: false,
    agent: 'codex',
    requiresToolApproval: true,
    approvalModes: ['yolo', 'prompt', 'deny'],
    supportsPlugins: true,
    pluginFormats: ['skill-directory', 'mcp-server'],
    pluginRegistries: [],
    pluginInstallCmd: 'codex plugin add',
    pluginSearchCmd: 'codex plugin list',
    pluginUninstallCmd: 'codex plugin remove',
    sessionPersistence: 'file',
    thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
    supportsSkills: true,
    skillsFormat: 'directory',
    supportedPlatforms: ['darwin', 'linux', 'win32'],
    authMethods: ['api_key', 'oauth', 'oauth_device'],
    authFiles: ['.codex/auth.json'],
    installMethods: [
      {
        platform: 'all',
        type: 'npm',
        command: 'npm install -g @openai/codex',
      },
    ],
  })
})
