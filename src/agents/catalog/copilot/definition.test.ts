import { expect, test } from 'vitest'
import { muxAgentCapabilitiesSchema } from '../../../capabilities/ecosystems/mux/schema.ts'
import { definitionCapabilities } from '../../facts/definition-profile.ts'
import { copilot } from './definition.ts'

test('its capabilities in the total shape', () => {
  const capabilities = muxAgentCapabilitiesSchema.parse(definitionCapabilities(copilot))
  expect(capabilities).toEqual({
    canResume: true,
    canFork: false,
    supportsMultiTurn: true,
    supportsTextStreaming: true,
    supportsToolCallStreaming: true,
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
    supportsParallelExecution: true,
    supportsInteractiveMode: true,
    supportsStdinInjection: false,
    supportsImageInput: true,
    supportsImageOutput: false,
    supportsFileAttachments: true,
    requiresGitRepo: false,
    requiresPty: false,
    agent: 'copilot',
    requiresToolApproval: true,
    approvalModes: ['yolo', 'prompt', 'deny'],
    supportsPlugins: true,
    pluginFormats: ['skill-directory', 'mcp-server'],
    pluginRegistries: [
      { name: 'awesome-copilot', url: 'https://github.com/github/awesome-copilot', searchable: true },
    ],
    pluginSearchCmd: 'copilot plugin marketplace browse',
    pluginInstallCmd: 'copilot plugin install',
    pluginListCmd: 'copilot plugin list',
    pluginUninstallCmd: 'copilot plugin uninstall',
    sessionPersistence: 'file',
    thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
    supportsSkills: true,
    skillsFormat: 'directory',
    supportedPlatforms: ['darwin', 'linux', 'win32'],
    authMethods: ['github_token', 'browser_login', 'oauth_device', 'keychain', 'api_key'],
    authFiles: [],
    installMethods: [
      {
        platform: 'all',
        type: 'npm',
        command: 'npm install -g @github/copilot',
      },
      {
        platform: 'all',
        type: 'gh-extension',
        command: 'gh extension install github/gh-copilot',
        notes:
          'Archived in October 2025; gh 2.86 and later install copilot with gh copilot. Requires GitHub CLI (gh). Install with: brew install gh / winget install GitHub.cli',
        prerequisiteCheck: 'gh --version',
      },
    ],
  })
})
