import { expect, test } from 'vitest'
import { muxAgentCapabilitiesSchema } from '../../../capabilities/ecosystems/mux/schema.ts'
import { definitionCapabilities } from '../../facts/definition-profile.ts'
import { cursor } from './definition.ts'

test('its capabilities in the total shape', () => {
  const capabilities = muxAgentCapabilitiesSchema.parse(definitionCapabilities(cursor))
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
    supportsThinking: false,
    supportsThinkingBudgetTokens: false,
    supportsJsonMode: false,
    supportsStructuredOutput: false,
    supportsAgentsMd: false,
    supportsSubagentDispatch: false,
    supportsParallelExecution: false,
    supportsInteractiveMode: true,
    supportsStdinInjection: false,
    supportsImageInput: false,
    supportsImageOutput: false,
    supportsFileAttachments: false,
    requiresGitRepo: false,
    requiresPty: false,
    agent: 'cursor',
    requiresToolApproval: false,
    approvalModes: ['yolo', 'prompt'],
    supportsPlugins: false,
    pluginFormats: [],
    pluginRegistries: [],
    sessionPersistence: 'none',
    thinkingEffortLevels: [],
    supportsSkills: false,
    skillsFormat: null,
    supportedPlatforms: ['darwin', 'linux', 'win32'],
    authMethods: ['browser_login', 'api_key'],
    authFiles: [],
    installMethods: [
      {
        platform: 'darwin',
        type: 'curl',
        command: 'curl https://cursor.com/install -fsS | bash',
      },
      {
        platform: 'linux',
        type: 'curl',
        command: 'curl https://cursor.com/install -fsS | bash',
      },
      {
        platform: 'win32',
        type: 'manual',
        command: "irm 'https://cursor.com/install?win32=true' | iex",
        notes: 'For PowerShell; under WSL, use the Linux installer',
      },
      {
        platform: 'darwin',
        type: 'manual',
        command: 'open https://cursor.sh/download',
        notes: 'macOS .dmg installer for the editor',
      },
      {
        platform: 'linux',
        type: 'manual',
        command: 'open https://cursor.sh/download',
        notes: 'AppImage for the editor',
      },
      {
        platform: 'win32',
        type: 'winget',
        command: 'winget install Cursor.Cursor',
        notes: 'The editor; the command line does not need it',
      },
    ],
  })
})
