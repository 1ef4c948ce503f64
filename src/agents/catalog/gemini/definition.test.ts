import { expect, test } from 'vitest'
import { muxAgentCapabilitiesSchema } from '../../../capabilities/ecosystems/mux/schema.ts'
import { definitionCapabilities } from '../../facts/definition-profile.ts'
import { gemini } from './definition.ts'

test('its capabilities in the total shape', () => {
  const capabilities = muxAgentCapabilitiesSchema.parse(definitionCapabilities(gemini))
  expect(capabilities).toEqual({
    canResume: true,
    canFork: false,
    supportsMultiTurn: true,
    supportsTextStreaming: true,
    supportsToolCallStreaming: false,
    supportsThinkingStreaming: true,
    supportsNativeTools: true,
    supportsMCP: true,
    supportsParallelToolCalls: false,
    supportsThinking: true,
    supportsThinkingBudgetTokens: true,
    supportsJsonMode: false,
    supportsStructuredOutput: false,
    supportsAgentsMd: false,
    supportsSubagentDispatch: true,
    supportsParallelExecution: false,
    supportsInteractiveMode: true,
    supportsStdinInjection: false,
    supportsImageInput: true,
    supportsImageOutput: false,
    supportsFileAttachments: true,
    requiresGitRepo: false,
    requiresPty: false,
    agent: 'gemini',
    requiresToolApproval: true,
    approvalModes: ['yolo', 'prompt', 'deny'],
    supportsPlugins: true,
    pluginFormats: ['skill-directory', 'mcp-server'],
    pluginRegistries: [],
    pluginInstallCmd: 'gemini extensions install',
    pluginListCmd: 'gemini extensions list',
    pluginUninstallCmd: 'gemini extensions uninstall',
    sessionPersistence: 'file',
    thinkingEffortLevels: ['low', 'medium', 'high'],
    supportsSkills: true,
    skillsFormat: 'directory',
    supportedPlatforms: ['darwin', 'linux', 'win32'],
    authMethods: ['api_key', 'oauth'],
    authFiles: ['.gemini/oauth_creds.json', '.gemini/gemini-credentials.json'],
    installMethods: [
      {
        platform: 'all',
        type: 'npm',
        command: 'npm install -g @google/gemini-cli',
      },
    ],
  })
})
