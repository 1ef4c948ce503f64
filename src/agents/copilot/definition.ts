import type { AgentDefinition } from '../definition.ts'
import type { ObservedFacts } from '../definition-observed.ts'
import { advertised, everyPlatform, no, notAdvertised, unknown, yes } from '../definition-fact.ts'
import { copilotFlags, copilotThinking } from './command-line.ts'
import { copilotHeadlessReader } from './headless.lazy.ts'
import observed from './observed.json' with { type: 'json' }

export const copilot: AgentDefinition = {
  id: 'copilot',
  name: 'GitHub Copilot CLI',
  aliases: ['github-copilot', 'gh-copilot', 'copilot-cli'],
  binaries: ['copilot'],
  package: {
    name: '@github/copilot',
    version: '1.0.102',
    binary: 'copilot',
    // The wrapper dies of a signal and leaves the native program running.
    native: '@github/copilot-{platform}-{arch}/copilot',
  },
  seen: { version: '1.0.102', at: '2026-11-15' },
  facts: {
    'session.resume': yes('run', { note: '--resume, --continue; the effort is kept' }),
    'session.fork': no('run', { note: 'not over ACP; /fork is for people' }),
    'session.multi-turn': yes('run', { note: 'over ACP' }),
    'session.persistence': yes<'session.persistence'>('run', {
      value: 'file',
      note: 'with a SQLite file beside them',
    }),
    'output.text-streaming': yes('run'),
    'output.tool-call-streaming': yes('run'),
    'output.json-mode': unknown('--output-format json is about the events, not the answer'),
    'output.structured': no('help'),
    'output.image': unknown(),
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run'),
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
      note: '--reasoning-effort',
    }),
    'thinking.budget': no('help', { note: 'levels only' }),
    'tools.native': yes('run'),
    'tools.parallel': unknown(),
    'tools.approval': yes<'tools.approval'>('run', {
      value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
    }),
    'mcp.supported': yes('run', { note: '--additional-mcp-config' }),
    skills: yes<'skills'>('run', {
      value: { format: 'directory' },
      note: '.claude/skills, .agents/skills, .github/skills',
    }),
    'agents-md': yes('run'),
    'multi-agent.delegation': yes('run', { note: '.github/agents, .claude/agents' }),
    'execution.parallel': yes('help', { note: '--fleet' }),
    'interaction.repl': yes('help'),
    'interaction.steer': unknown(),
    'prompt.image': yes('run', { note: '--attachment' }),
    'prompt.file': yes('help', { note: '--attachment; embedded context over ACP' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: [],
        registries: [],
        installCommand: 'copilot plugin install',
        listCommand: 'copilot plugin list',
        uninstallCommand: 'copilot plugin uninstall',
      },
      note: 'bundles of skills, agents, hooks and servers',
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': yes('run', { note: 'over ACP' }),
    'session.list': yes('run', { note: 'over ACP' }),
    'session.close': yes('run', { note: 'over ACP' }),
    'session.delete': no('run', { note: 'over ACP' }),
    'session.additional-directories': yes('help', { note: '--add-dir' }),
    'prompt.audio': notAdvertised,
    'prompt.embedded-context': advertised,
    'mcp.stdio': no('run', {
      note: 'over ACP such a server is dropped without a sign; --additional-mcp-config takes it',
    }),
    'mcp.http': advertised,
    'mcp.sse': advertised,
    'auth.logout': advertised,
  },
  observed: observed as ObservedFacts,
  install: [
    { platform: 'all', type: 'npm', command: 'npm install -g @github/copilot' },
    {
      platform: 'all',
      type: 'gh-extension',
      command: 'gh extension install github/gh-copilot',
      notes:
        'Archived in October 2025; gh 2.86 and later fetch copilot by themselves with gh copilot. ' +
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
  acp: {
    binary: 'copilot',
    arguments: ['--acp'],
    // A session has an option for it only after a login.
    modelArguments: ['--model', '{value}'],
    countsWholeSession: true,
    // With a provider of ones own, as they came for 400, for 401, and for 429 and 500 after its retries.
    errorTexts: [
      '^Error: [45]\\d\\d ',
      '^Error: Authentication failed with provider ',
      '^Error: Failed to get response from the AI model; ',
    ],
  },
  flags: copilotFlags,
  thinking: copilotThinking,
  headlessReader: copilotHeadlessReader,
}
