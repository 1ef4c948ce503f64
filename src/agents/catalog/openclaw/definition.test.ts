import { expect, test } from 'vitest'
import { muxAgentCapabilitiesSchema } from '../../../capabilities/ecosystems/mux/schema.ts'
import { definitionCapabilities } from '../../facts/definition-profile.ts'
import { openclaw } from './definition.ts'

test('its capabilities in the total shape', () => {
  const capabilities = muxAgentCapabilitiesSchema.parse(definitionCapabilities(openclaw))
  expect(capabilities).toEqual({
    canResume: true,
    canFork: false,
    supportsMultiTurn: true,
    supportsTextStreaming: true,
    supportsToolCallStreaming: false,
    supportsThinkingStreaming: false,
    supportsNativeTools: true,
    supportsMCP: true,
    supportsParallelToolCalls: false,
    supportsThinking: true,
    supportsThinkingBudgetTokens: false,
    supportsJsonMode: false,
    supportsStructuredOutput: false,
    supportsAgentsMd: true,
    supportsSubagentDispatch: true,
    supportsParallelExecution: true,
    supportsInteractiveMode: true,
    supportsStdinInjection: false,
    supportsImageInput: true,
    supportsImageOutput: false,
    supportsFileAttachments: true,
    requiresGitRepo: false,
    requiresPty: false,
    agent: 'openclaw',
    requiresToolApproval: false,
    approvalModes: ['yolo', 'prompt'],
    supportsPlugins: true,
    pluginFormats: ['skill-directory', 'mcp-server'],
    pluginRegistries: [],
    pluginListCmd: 'openclaw plugins list',
    sessionPersistence: 'sqlite',
    thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
    supportsSkills: true,
    skillsFormat: 'directory',
    supportedPlatforms: ['darwin', 'linux', 'win32'],
    authMethods: ['api_key', 'config_file'],
    authFiles: ['.openclaw/openclaw.json'],
    installMethods: [
      {
        platform: 'all',
        type: 'npm',
        command: 'npm install -g openclaw@latest',
        notes:
          'Requires Node 24.16 or later, or 26.1 or later, and 16GB RAM minimum. Without a version, npm on another Node installs an empty placeholder.',
      },
    ],
  })
})
