import { expect, test } from 'vitest'
import { muxAgentCapabilitiesSchema } from '../../../capabilities/ecosystems/mux/schema.ts'
import { definitionCapabilities } from '../../facts/definition-profile.ts'
import { omp } from './definition.ts'

test('its capabilities in the total shape', () => {
  const capabilities = muxAgentCapabilitiesSchema.parse(definitionCapabilities(omp))
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
    supportsParallelExecution: true,
    supportsInteractiveMode: true,
    supportsStdinInjection: false,
    supportsImageInput: true,
    supportsImageOutput: false,
    supportsFileAttachments: true,
    requiresGitRepo: false,
    requiresPty: false,
    agent: 'omp',
    requiresToolApproval: true,
    approvalModes: ['yolo', 'prompt', 'deny'],
    supportsPlugins: true,
    pluginFormats: ['skill-directory', 'mcp-server'],
    pluginRegistries: [],
    pluginInstallCmd: 'omp plugin install',
    pluginListCmd: 'omp plugin list',
    pluginUninstallCmd: 'omp plugin uninstall',
    sessionPersistence: 'file',
    thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
    supportsSkills: true,
    skillsFormat: 'directory',
    supportedPlatforms: ['darwin', 'linux', 'win32'],
    authMethods: ['api_key', 'oauth', 'github_token'],
    authFiles: ['.omp/agent/agent.db'],
    installMethods: [
      {
        platform: 'all',
        type: 'npm',
        command: 'npm install -g @oh-my-pi/pi-coding-agent',
        notes: 'Requires Bun 1.3.14 or later on the PATH',
        prerequisiteCheck: 'bun --version',
      },
    ],
  })
})

test('asks about code even if the settings of the user allow it', () => {
  const { arguments: words = [], files = [] } =
    omp.policies?.find(({ policies }) => policies.includes('ask')) ?? {}
  const [overlay] = files.filter(({ path }) => words[words.indexOf('--config') + 1] === `{runFolder}/${path}`)
  expect(JSON.parse(overlay?.content ?? '')).toMatchObject({
    tools: { approval: { bash: 'prompt', edit: 'prompt', eval: 'prompt', write: 'prompt' } },
  })
})
