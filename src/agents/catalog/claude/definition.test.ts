import { expect, test } from 'vitest'
import { muxAgentCapabilitiesSchema } from '../../../capabilities/ecosystems/mux/schema.ts'
import { definitionCapabilities } from '../../facts/definition-profile.ts'
import { claude } from './definition.ts'

test('its capabilities in the total shape', () => {
  const capabilities = muxAgentCapabilitiesSchema.parse(definitionCapabilities(claude))
  expect(capabilities).toEqual({
    canResume: true,
    canFork: true,
    supportsMultiTurn: true,
    supportsTextStreaming: true,
    supportsToolCallStreaming: true,
    supportsThinkingStreaming: true,
    supportsNativeTools: true,
    supportsMCP: true,
    supportsParallelToolCalls: false,
    supportsThinking: true,
    supportsThinkingBudgetTokens: true,
    supportsJsonMode: false,
    supportsStructuredOutput: true,
    supportsAgentsMd: true,
    supportsSubagentDispatch: true,
    supportsParallelExecution: true,
    supportsInteractiveMode: true,
    supportsStdinInjection: true,
    supportsImageInput: true,
    supportsImageOutput: false,
    supportsFileAttachments: true,
    requiresGitRepo: false,
    requiresPty: false,
    agent: 'claude',
    requiresToolApproval: true,
    approvalModes: ['yolo', 'prompt', 'deny'],
    supportsPlugins: true,
    pluginFormats: ['skill-directory', 'mcp-server'],
    pluginRegistries: [],
    pluginInstallCmd: 'claude plugin install',
    pluginListCmd: 'claude plugin list',
    pluginUninstallCmd: 'claude plugin uninstall',
    sessionPersistence: 'file',
    thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
    supportsSkills: true,
    skillsFormat: 'directory',
    supportedPlatforms: ['darwin', 'linux', 'win32'],
    authMethods: ['api_key', 'oauth'],
    authFiles: ['.claude/.credentials.json'],
    installMethods: [
      {
        platform: 'all',
        type: 'npm',
        command: 'npm install -g @anthropic-ai/claude-code',
      },
      {
        platform: 'darwin',
        type: 'brew',
        command: 'brew install claude-code',
      },
    ],
  })
})
