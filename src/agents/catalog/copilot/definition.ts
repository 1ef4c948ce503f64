import type { AgentDefinition } from '../../definition/definition.ts'
import { copilotHome } from './home.ts'
import type { ObservedFacts } from '../../definition/definition-observed.ts'
import {
  everyPlatform,
  no,
  notAdvertised,
  unknown,
  untriedImage,
  untriedParallelCalls,
  wholeCalls,
  yes,
} from '../../definition/definition-fact.ts'
import { copilotFlags, copilotThinking } from './command-line.ts'
import { copilotOutputReader, copilotStoredUsage } from './output-reader.lazy.ts'
import observed from './observed.json' with { type: 'json' }
import { copilotPolicies } from './policies.ts'
import { copilotProviders } from './providers.ts'

const droppedContext = no('run', { note: 'advertised over ACP, but the content does not reach the model' })

export const copilot: AgentDefinition = {
  id: 'copilot',
  name: 'GitHub Copilot CLI',
  maker: { name: 'GitHub', documentation: 'https://docs.github.com/copilot/how-tos/copilot-cli' },
  aliases: ['github-copilot', 'gh-copilot', 'copilot-cli'],
  binaries: ['copilot'],
  startsAgain: true,
  package: {
    name: '@github/copilot',
    version: '1.0.102',
    binary: 'copilot',
    // A signal kills only the wrapper and leaves the native program running.
    native: '@github/copilot-{platform}-{arch}/copilot',
  },
  seen: { version: '1.0.102', at: '2026-11-15' },
  facts: {
    'session.resume': { acp: yes('run', { note: 'by session/load' }) },
    'session.fork': no('run', { note: '/fork works only in the terminal interface' }),
    'session.multi-turn': yes('run'),
    'session.persistence': yes<'session.persistence'>('run', {
      value: 'file',
      note: 'plus a SQLite file',
    }),
    'output.text-streaming': yes('run'),
    'output.tool-call-streaming': { acp: wholeCalls, cli: yes('run') },
    'output.json-mode': no('help', { note: '--output-format json formats the events, not the answer' }),
    'output.structured': no('help'),
    'output.image': untriedImage,
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run'),
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
      note: '--reasoning-effort',
    }),
    'thinking.budget': no('help', { note: 'levels only' }),
    'tools.native': yes('run'),
    'tools.parallel': untriedParallelCalls,
    'tools.approval': {
      acp: yes<'tools.approval'>('run', {
        value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
        note: 'unless COPILOT_ALLOW_ALL is set',
      }),
      cli: yes<'tools.approval'>('run', {
        value: { required: true, modes: ['yolo', 'deny'] },
        note: 'never asks: refuses calls that need approval',
      }),
    },
    'mcp.supported': yes('run', { note: '--additional-mcp-config' }),
    skills: yes<'skills'>('run', {
      value: { format: 'directory' },
      note: '.claude/skills, .agents/skills, .github/skills',
    }),
    'agents-md': yes('run'),
    'multi-agent.delegation': yes('run', { note: '.github/agents, .claude/agents' }),
    'execution.parallel': yes('help', { note: '--fleet' }),
    'execution.sandboxed': yes('help', { note: 'command sandboxing, by /sandbox and settings' }),
    'interaction.repl': yes('help'),
    'interaction.steer': { acp: notAdvertised },
    'prompt.image': { acp: yes('run') },
    'prompt.file': { acp: droppedContext },
    'prompt.embedded-context': { acp: droppedContext },
    'prompt.pdf': unknown('--attachment accepts native documents; no run sent a PDF'),
    'state.memory': {
      acp: yes('help', { note: 'the setting memory is on by default' }),
      cli: no('help', { note: 'off unless started with --enable-memory, which Capstan does not pass' }),
    },
    plugins: yes<'plugins'>('help', {
      value: {
        formats: ['skill-directory', 'mcp-server'],
        registries: [
          { name: 'awesome-copilot', url: 'https://github.com/github/awesome-copilot', searchable: true },
        ],
        installCommand: 'copilot plugin install',
        listCommand: 'copilot plugin list',
        uninstallCommand: 'copilot plugin uninstall',
        searchCommand: 'copilot plugin marketplace browse',
      },
      note: 'bundles of skills, agents, hooks and servers',
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': { acp: yes('run') },
    'session.list': { acp: yes('run') },
    'session.close': { acp: yes('run') },
    'session.delete': { acp: no('run') },
    'mcp.stdio': {
      acp: no('run', {
        note: 'over ACP, Copilot silently drops stdio servers; --additional-mcp-config accepts them',
      }),
    },
  },
  observed: observed as ObservedFacts,
  install: [
    { platform: 'all', type: 'npm', command: 'npm install -g @github/copilot' },
    {
      platform: 'all',
      type: 'gh-extension',
      command: 'gh extension install github/gh-copilot',
      notes:
        'Archived in October 2025; gh 2.86 and later install copilot with gh copilot. ' +
        'Requires GitHub CLI (gh). Install with: brew install gh / winget install GitHub.cli',
      prerequisiteCheck: 'gh --version',
    },
  ],
  auth: {
    methods: ['github_token', 'browser_login', 'oauth_device', 'keychain', 'api_key'],
    files: [],
    variables: [
      'COPILOT_GITHUB_TOKEN',
      'GH_TOKEN',
      'GITHUB_TOKEN',
      'COPILOT_PROVIDER_API_KEY',
      'COPILOT_PROVIDER_BEARER_TOKEN',
    ],
    together: [['COPILOT_PROVIDER_BASE_URL', 'COPILOT_MODEL']],
    refused: { pattern: '^ghp_', what: 'a classic token (ghp_)' },
    login: 'copilot login',
  },
  variables: [
    'COPILOT_HOME',
    'COPILOT_OFFLINE',
    'COPILOT_MODEL',
    'COPILOT_PROVIDER_BASE_URL',
    'COPILOT_PROVIDER_TYPE',
    'COPILOT_PROVIDER_WIRE_API',
  ],
  home: copilotHome,
  acp: {
    binary: 'copilot',
    arguments: ['--acp'],
    protocolVersion: 1,
    advertised: {
      1: [
        'session.load',
        'session.list',
        'session.close',
        'prompt.image',
        'prompt.embedded-context',
        'mcp.http',
        'mcp.sse',
        'auth.logout',
      ],
    },
    // Sessions offer a model option only after a login.
    modelArguments: ['--model', '{value}'],
    // Recorded with a custom provider: for 400, for 401, for 429 and 500 after Copilot's retries, and without a connection.
    errorTexts: [
      '^Error: [45]\\d\\d ',
      '^Error: Authentication failed with provider ',
      '^Error: Failed to get response from the AI model; ',
      '^Error: Could not connect to ',
    ],
    // What its policy arguments cause, before the answer.
    asideTexts: [
      '^Info: Disabled tools: [^\\n]*$',
      '^Info: Unknown tool name in the tool allowlist: [^\\n]*$',
    ],
    retryTexts: ['^Info: [^\\n]*\\bRetrying\\.\\.\\.$'],
  },
  flags: copilotFlags,
  policies: copilotPolicies,
  folderPrograms: [{ path: '.github/hooks', transport: 'acp' }],
  providers: copilotProviders,
  thinking: copilotThinking,
  usage: {
    acp: { tokens: 'process', inputHoldsCache: true, isLongRunning: true },
    // The last line of output has the session id.
    cli: { tokens: 'none', stored: true },
  },
  storedUsage: copilotStoredUsage,
  outputReader: copilotOutputReader,
}
