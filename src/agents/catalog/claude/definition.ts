import type { AgentDefinition } from '../../definition/definition.ts'
import { claudeHome } from './home.ts'
import type { ObservedFacts } from '../../definition/definition-observed.ts'
import {
  asEmbeddedContext,
  everyPlatform,
  no,
  noField,
  unknown,
  untriedImage,
  untriedParallelCalls,
  yes,
} from '../../definition/definition-fact.ts'
import { awsSecrets, awsVariables } from '../../launch/cloud-variables.ts'
import { claudeSigns } from './acp-signs.lazy.ts'
import { claudeFlags, claudeLongRunning, claudeModels, claudeThinking } from './command-line.ts'
import { claudeOutputReader, claudeDialog, claudeStoredUsage } from './output-reader.lazy.ts'
import observed from './observed.json' with { type: 'json' }
import { claudeFolderPrograms, claudePolicies } from './policies.ts'
import { claudeProviders } from './providers.ts'

export const claude: AgentDefinition = {
  id: 'claude',
  name: 'Claude Code',
  maker: { name: 'Anthropic', documentation: 'https://code.claude.com/docs' },
  aliases: ['claude-cli'],
  binaries: ['claude'],
  startsAgain: true,
  package: { name: '@anthropic-ai/claude-code', version: '2.1.325', binary: 'claude', node: '>=22' },
  seen: { version: '2.1.325', at: '2026-11-15' },
  facts: {
    'session.resume': { acp: yes('run') },
    'session.fork': { acp: yes('run') },
    'session.multi-turn': yes('run'),
    'session.persistence': yes<'session.persistence'>('run', { value: 'file' }),
    'output.text-streaming': yes('run'),
    'output.tool-call-streaming': yes('run', {
      note: 'command line: --include-partial-messages; ACP: updates with growing input',
    }),
    'output.json-mode': no('help', { note: 'has a schema mode but no plain JSON mode' }),
    'output.structured': { acp: noField },
    'output.image': untriedImage,
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run'),
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['low', 'medium', 'high', 'xhigh', 'max'],
      note: '--effort and a session option; Opus 4.5 accepts low to high, Sonnet 4.5 and Haiku 4.5 ignore the effort',
    }),
    'thinking.budget': {
      acp: no('run', { note: 'sessions have no option for a budget' }),
      cli: yes<'thinking.budget'>('run', {
        value: [1024, 31_999],
        note: 'MAX_THINKING_TOKENS, for 4.5 models only; newer models ignore the budget',
      }),
    },
    'tools.native': yes('run'),
    'tools.parallel': untriedParallelCalls,
    'tools.approval': {
      acp: yes<'tools.approval'>('run', {
        value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
        note: 'does not ask for tools that user or workspace settings allow',
      }),
      cli: yes<'tools.approval'>('run', {
        value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
        note: 'a long-running process asks, a single-prompt run refuses; settings that allow a tool take precedence',
      }),
    },
    'mcp.supported': yes('run', { note: 'over ACP and by --mcp-config' }),
    skills: yes<'skills'>('run', { value: { format: 'directory' }, note: '.claude/skills' }),
    'agents-md': yes('run', { note: 'only if there is no CLAUDE.md' }),
    'multi-agent.delegation': yes('run', { note: '.claude/agents, --agents' }),
    'execution.parallel': yes('help', { note: '--bg starts a session in the background' }),
    'execution.sandboxed': unknown('no run configured a sandbox'),
    'interaction.repl': yes('help'),
    'interaction.steer': {
      acp: [
        yes('help', { note: 'advertised over ACP', scope: { protocolVersion: 1 } }),
        no('help', { note: 'the bridge does not support steering yet', scope: { protocolVersion: 2 } }),
      ],
    },
    'prompt.image': { acp: yes('run') },
    'prompt.file': { acp: asEmbeddedContext },
    'state.memory': yes('help', { note: 'auto-memory: one folder of notes per project' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: ['skill-directory', 'mcp-server'],
        registries: [],
        installCommand: 'claude plugin install',
        listCommand: 'claude plugin list',
        uninstallCommand: 'claude plugin uninstall',
      },
      note: 'from marketplaces, a folder or a .zip file; the help names no marketplace',
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': { acp: yes('run') },
    'session.list': { acp: yes('run') },
    'session.close': { acp: yes('run') },
    'session.delete': { acp: yes('run') },
    'session.additional-directories': { acp: yes('run') },
    'session.system-prompt': {
      acp: yes('help', { value: ['append', 'override'], note: 'advertised over ACP' }),
    },
    'mcp.stdio': { acp: yes('run') },
    'auth.status': { cli: yes('run', { note: 'claude auth status' }) },
    'auth.logout': { cli: yes('help', { note: 'claude auth logout' }) },
  },
  observed: observed as ObservedFacts,
  install: [
    { platform: 'all', type: 'npm', command: 'npm install -g @anthropic-ai/claude-code' },
    { platform: 'darwin', type: 'brew', command: 'brew install claude-code' },
  ],
  auth: {
    methods: ['api_key', 'oauth'],
    files: ['.claude/.credentials.json'],
    variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    companions: [...awsSecrets, 'ANTHROPIC_FOUNDRY_API_KEY', 'ANTHROPIC_CUSTOM_HEADERS'],
    moved: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
    login: 'claude auth login',
    check: {
      arguments: ['auth', 'status'],
      loggedIn: String.raw`"loggedIn":\s*true`,
      loggedOut: String.raw`"loggedIn":\s*false`,
    },
  },
  variables: [
    'ANTHROPIC_BASE_URL',
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_USE_BEDROCK',
    'CLAUDE_CODE_USE_VERTEX',
    'CLAUDE_CODE_USE_FOUNDRY',
    'CLAUDE_CODE_USE_MANTLE',
    'CLAUDE_CODE_USE_ANTHROPIC_AWS',
    'CLAUDE_CODE_USE_GATEWAY',
    'CLAUDE_CODE_SKIP_BEDROCK_AUTH',
    'CLAUDE_CODE_SKIP_VERTEX_AUTH',
    'CLAUDE_CODE_SKIP_FOUNDRY_AUTH',
    'ANTHROPIC_BEDROCK_BASE_URL',
    'ANTHROPIC_VERTEX_BASE_URL',
    'ANTHROPIC_VERTEX_PROJECT_ID',
    'CLOUD_ML_REGION',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'ANTHROPIC_FOUNDRY_RESOURCE',
    'ANTHROPIC_FOUNDRY_BASE_URL',
    ...awsVariables,
  ],
  // Otherwise Claude silently replaces claude-opus-4-1 and other old models with newer models.
  environment: { CLAUDE_CODE_DISABLE_LEGACY_MODEL_REMAP: '1' },
  home: claudeHome,
  acp: {
    binary: 'claude-agent-acp',
    arguments: [],
    protocolVersion: 2,
    // The bridge passes the whole MCP configuration to claude in the value of --mcp-config.
    showsMcpServers: true,
    // ACP has no messages for retries and whole answer blocks, so the bridge forwards the SDK's own.
    sessionMeta: {
      claudeCode: { emitRawSDKMessages: [{ type: 'system', subtype: 'api_retry' }, { type: 'assistant' }] },
    },
    signs: claudeSigns,
    advertised: {
      1: [
        'session.load',
        'session.list',
        'session.close',
        'session.delete',
        'session.fork',
        'session.additional-directories',
        'session.system-prompt',
        'prompt.image',
        'prompt.embedded-context',
        'mcp.http',
        'mcp.sse',
        'interaction.steer',
        'auth.logout',
      ],
      2: [
        'session.load',
        'session.list',
        'session.close',
        'session.delete',
        'session.fork',
        'session.additional-directories',
        'session.system-prompt',
        'prompt.image',
        'prompt.embedded-context',
        'mcp.http',
      ],
    },
    bridge: {
      name: '@agentclientprotocol/claude-agent-acp',
      version: '0.99.1',
      binary: 'claude-agent-acp',
      node: '>=22',
    },
    // As root, the bridge accepts any value as a sandbox but claude only `1`, so no session would start.
    unset: ['IS_SANDBOX'],
    programVariable: 'CLAUDE_CODE_EXECUTABLE',
    // The session option accepts only the newest models.
    modelMeta: { claudeCode: { options: { model: '{value}' } } },
    // A session resumed with another model offers the efforts of the previous model, or none.
    optionMeta: { thought_level: { claudeCode: { options: { effort: '{value}' } } } },
    // The bridge does not support `_session/steering` in version 2 yet.
    steersInVersion: 1,
  },
  flags: claudeFlags,
  policies: claudePolicies,
  fileSign: '@',
  folderPrograms: claudeFolderPrograms,
  providers: claudeProviders,
  models: claudeModels,
  thinking: claudeThinking,
  usage: {
    acp: { reportsCost: true, tokens: 'turn' },
    cli: { reportsCost: true, tokens: 'turn', isLongRunning: true },
  },
  storedUsage: claudeStoredUsage,
  outputReader: claudeOutputReader,
  longRunning: claudeLongRunning,
  dialog: claudeDialog,
}
