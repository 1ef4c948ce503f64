import * as fc from 'fast-check'
import type {
  AgentCapabilities,
  InstallMethod,
  PluginRegistry,
} from '../../src/capabilities/ecosystems/mux/index.ts'
import { extras, flag, text } from './json.ts'

const installMethod: fc.Arbitrary<InstallMethod> = fc.record(
  {
    platform: fc.constantFrom('darwin', 'linux', 'win32', 'all'),
    type: fc.constantFrom('npm', 'brew', 'gh-extension', 'curl', 'winget', 'scoop', 'manual', 'pip', 'nix'),
    command: text,
    notes: text,
    prerequisiteCheck: text,
  },
  { requiredKeys: ['platform', 'type', 'command'], noNullPrototype: true },
)

const registry: fc.Arbitrary<PluginRegistry> = fc.record(
  { name: text, url: text, searchable: flag },
  { noNullPrototype: true },
)

const fields: { [Key in keyof Required<AgentCapabilities>]: fc.Arbitrary<AgentCapabilities[Key]> } = {
  agent: fc.oneof(fc.constantFrom('claude', 'codex'), fc.string({ minLength: 1, maxLength: 8 })),
  canResume: flag,
  canFork: flag,
  supportsMultiTurn: flag,
  sessionPersistence: fc.constantFrom('none', 'file', 'sqlite', 'in-memory'),
  supportsTextStreaming: flag,
  supportsToolCallStreaming: flag,
  supportsThinkingStreaming: flag,
  supportsNativeTools: flag,
  supportsMCP: flag,
  supportsParallelToolCalls: flag,
  requiresToolApproval: flag,
  approvalModes: fc.shuffledSubarray(['yolo', 'prompt', 'deny'] as const),
  supportsThinking: flag,
  thinkingEffortLevels: fc.subarray(['low', 'medium', 'high', 'max'] as const),
  supportsThinkingBudgetTokens: flag,
  supportsJsonMode: flag,
  supportsStructuredOutput: flag,
  supportsSkills: flag,
  supportsAgentsMd: flag,
  skillsFormat: fc.constantFrom('file', 'directory', 'npm-package', null),
  supportsSubagentDispatch: flag,
  supportsParallelExecution: flag,
  maxParallelTasks: fc.oneof(fc.nat({ max: 64 }), fc.constantFrom(0, 0.5, 1.5)),
  supportsInteractiveMode: flag,
  supportsStdinInjection: flag,
  supportsImageInput: flag,
  supportsImageOutput: flag,
  supportsFileAttachments: flag,
  supportsPlugins: flag,
  pluginFormats: fc.shuffledSubarray([
    'npm-package',
    'skill-file',
    'skill-directory',
    'extension-ts',
    'channel-plugin',
    'mcp-server',
  ] as const),
  pluginInstallCmd: text,
  pluginListCmd: text,
  pluginUninstallCmd: text,
  pluginMarketplaceUrl: text,
  pluginSearchCmd: text,
  pluginRegistries: fc.array(registry, { maxLength: 2 }),
  supportedPlatforms: fc.shuffledSubarray(['darwin', 'linux', 'win32'] as const),
  requiresGitRepo: flag,
  requiresPty: flag,
  authMethods: fc.shuffledSubarray(['api_key', 'oauth', 'browser_login', 'keychain', 'none'] as const),
  authFiles: fc.array(text, { maxLength: 2 }),
  installMethods: fc.array(installMethod, { maxLength: 2 }),
}

const optional = [
  'maxParallelTasks',
  'pluginInstallCmd',
  'pluginListCmd',
  'pluginUninstallCmd',
  'pluginMarketplaceUrl',
  'pluginSearchCmd',
]

const required = Object.keys(fields).filter((key) => !optional.includes(key)) as (keyof AgentCapabilities)[]

/** Agent declarations of agent-mux. The shape is total, so every one of them is in normal form. */
export const muxAgentDeclaration: fc.Arbitrary<AgentCapabilities> = fc
  .tuple(
    extras([...Object.keys(fields), 'modelId']),
    fc.record(fields, { requiredKeys: required, noNullPrototype: true }),
  )
  .map(([rest, known]) => ({ ...rest, ...known }))
