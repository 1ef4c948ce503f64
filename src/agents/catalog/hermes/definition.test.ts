import { expect, test } from 'vitest'
import { muxAgentCapabilitiesSchema } from '../../../capabilities/ecosystems/mux/schema.ts'
import { definitionCapabilities } from '../../facts/definition-profile.ts'
import { hermes } from './definition.ts'

test('its capabilities in the total shape', () => {
  const capabilities = muxAgentCapabilitiesSchema.parse(definitionCapabilities(hermes))
  expect(capabilities).toEqual({
    canResume: true,
    canFork: true,
    supportsMultiTurn: true,
    supportsTextStreaming: false,
    supportsToolCallStreaming: false,
    supportsThinkingStreaming: false,
    supportsNativeTools: true,
    supportsMCP: true,
    supportsParallelToolCalls: false,
    supportsThinking: true,
    supportsThinkingBudgetTokens: false,
    supportsJsonMode: false,
    supportsStructuredOutput: false,
    supportsAgentsMd: false,
    supportsSubagentDispatch: false,
    supportsParallelExecution: false,
    supportsInteractiveMode: true,
    supportsStdinInjection: false,
    supportsImageInput: true,
    supportsImageOutput: false,
    supportsFileAttachments: false,
    requiresGitRepo: false,
    requiresPty: false,
    agent: 'hermes',
    requiresToolApproval: false,
    approvalModes: ['yolo', 'prompt'],
    supportsPlugins: true,
    pluginFormats: [],
    pluginRegistries: [],
    sessionPersistence: 'none',
    thinkingEffortLevels: [],
    supportsSkills: true,
    skillsFormat: 'directory',
    supportedPlatforms: ['darwin', 'linux'],
    authMethods: ['api_key', 'config_file'],
    authFiles: ['.hermes/.env', '.hermes/config.yaml'],
    installMethods: [
      {
        platform: 'all',
        type: 'pip',
        command: 'pip install hermes-agent',
        notes: 'Requires Python >= 3.11',
      },
      {
        platform: 'all',
        type: 'curl',
        command:
          'curl -fsSL https://raw.githubusercontent.com/NousResearch/hermes-agent/main/scripts/install.sh | bash',
        notes: 'Shell installer',
      },
      {
        platform: 'all',
        type: 'nix',
        command: 'nix run github:NousResearch/hermes-agent',
        notes: 'Nix flake available',
      },
    ],
  })
})
