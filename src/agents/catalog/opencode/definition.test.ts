import { expect, test } from 'vitest'
import { muxAgentCapabilitiesSchema } from '../../../capabilities/ecosystems/mux/schema.ts'
import { definitionCapabilities } from '../../facts/definition-profile.ts'
import { opencode } from './definition.ts'

test('its capabilities in the total shape', () => {
  const capabilities = muxAgentCapabilitiesSchema.parse(definitionCapabilities(opencode))
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
    supportsStructuredOutput: false,
    supportsAgentsMd: true,
    supportsSubagentDispatch: true,
    supportsParallelExecution: false,
    supportsInteractiveMode: true,
    supportsStdinInjection: false,
    supportsImageInput: true,
    supportsImageOutput: false,
    supportsFileAttachments: true,
    requiresGitRepo: false,
    requiresPty: false,
    agent: 'opencode',
    requiresToolApproval: true,
    approvalModes: ['yolo', 'prompt', 'deny'],
    supportsPlugins: true,
    pluginFormats: ['npm-package', 'skill-directory', 'mcp-server'],
    pluginRegistries: [],
    pluginInstallCmd: 'opencode plugin',
    sessionPersistence: 'sqlite',
    thinkingEffortLevels: [],
    supportsSkills: true,
    skillsFormat: 'directory',
    supportedPlatforms: ['darwin', 'linux', 'win32'],
    authMethods: ['api_key', 'config_file', 'none'],
    authFiles: ['.local/share/opencode/auth.json'],
    installMethods: [
      {
        platform: 'all',
        type: 'npm',
        command: 'npm install -g opencode-ai',
        notes: 'The install script must run; otherwise npm installs only a placeholder',
      },
      {
        platform: 'darwin',
        type: 'brew',
        command: 'brew install anomalyco/tap/opencode',
      },
    ],
  })
})
