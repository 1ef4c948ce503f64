import type { AgentDefinition } from '../definition.ts'
import type { ObservedFacts } from '../definition-observed.ts'
import { advertised, everyPlatform, no, unknown, yes } from '../definition-fact.ts'
import { claudeFlags, claudeLive, claudeModels, claudeThinking } from './command-line.ts'
import { claudeHeadlessReader, claudeLiveDialog } from './headless.lazy.ts'
import observed from './observed.json' with { type: 'json' }

export const claude: AgentDefinition = {
  id: 'claude',
  name: 'Claude Code',
  binaries: ['claude'],
  package: { name: '@anthropic-ai/claude-code', version: '2.1.325', binary: 'claude', node: '>=22' },
  seen: { version: '2.1.325', at: '2026-11-15' },
  facts: {
    'session.resume': yes('run', { note: '--resume, --continue; the model is kept, the effort is not' }),
    'session.fork': yes('run', { note: '--fork-session' }),
    'session.multi-turn': yes('run', { note: 'one stream-json process takes many turns' }),
    'session.persistence': yes<'session.persistence'>('run', { value: 'file' }),
    'output.text-streaming': yes('run'),
    'output.tool-call-streaming': yes('run', { note: '--include-partial-messages' }),
    'output.json-mode': unknown('there is a schema mode and no plain JSON mode'),
    'output.structured': yes('run', { note: '--json-schema' }),
    'output.image': unknown(),
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run'),
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['low', 'medium', 'high', 'xhigh', 'max'],
      note: '--effort, and an option of the session; Opus 4.5 takes low to high, Sonnet 4.5 and Haiku 4.5 ignore it',
    }),
    'thinking.budget': {
      acp: no('run', { note: 'a session has no option for it' }),
      cli: yes<'thinking.budget'>('run', {
        value: [1024, 31_999],
        note: 'MAX_THINKING_TOKENS, for 4.5 models only; newer ones ignore it',
      }),
    },
    'tools.native': yes('run'),
    'tools.parallel': unknown(),
    'tools.approval': yes<'tools.approval'>('run', {
      value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
    }),
    'mcp.supported': yes('run', { note: '--mcp-config' }),
    skills: yes<'skills'>('run', { value: { format: 'directory' }, note: '.claude/skills' }),
    'agents-md': yes('run', { note: 'only where there is no CLAUDE.md' }),
    'multi-agent.delegation': yes('run', { note: '.claude/agents, --agents' }),
    'execution.parallel': unknown(),
    'interaction.repl': yes('help'),
    'interaction.steer': advertised,
    'prompt.image': yes('run', { note: 'in stream-json content and over ACP; there is no flag' }),
    'prompt.file': yes('help', { note: 'as embedded context over ACP' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: [],
        registries: [],
        installCommand: 'claude plugin install',
        listCommand: 'claude plugin list',
        uninstallCommand: 'claude plugin uninstall',
      },
      note: 'the formats were not looked into',
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': yes('run', { note: 'over ACP' }),
    'session.list': yes('run', { note: 'over ACP' }),
    'session.close': yes('run', { note: 'over ACP' }),
    'session.delete': yes('run', { note: 'over ACP' }),
    'session.additional-directories': yes('run', { note: '--add-dir' }),
    'session.system-prompt': yes('help', { note: '--system-prompt; advertised over ACP' }),
    'prompt.embedded-context': advertised,
    'mcp.stdio': yes('run'),
    'mcp.http': advertised,
    'mcp.sse': advertised,
    'auth.status': yes('run', { note: 'claude auth status' }),
    'auth.logout': yes('help', { note: 'claude auth logout; advertised over ACP' }),
  },
  observed: observed as ObservedFacts,
  install: [
    { platform: 'all', type: 'npm', command: 'npm install -g @anthropic-ai/claude-code' },
    { platform: 'darwin', type: 'brew', command: 'brew install claude-code' },
  ],
  auth: {
    methods: ['api_key', 'oauth'],
    files: ['.claude/.credentials.json'],
    variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    login: 'claude auth login',
  },
  variables: ['ANTHROPIC_BASE_URL', 'CLAUDE_CONFIG_DIR'],
  acp: {
    binary: 'claude-agent-acp',
    arguments: [],
    bridge: {
      name: '@agentclientprotocol/claude-agent-acp',
      version: '0.99.1',
      binary: 'claude-agent-acp',
      node: '>=22',
    },
    // As root the bridge takes any value of it for a sandbox and the program only `1`: no session starts then.
    unset: ['IS_SANDBOX'],
    programVariable: 'CLAUDE_CODE_EXECUTABLE',
    // Its bridge says that version 2 does not serve `_session/steering` yet.
    steersInVersion: 1,
  },
  flags: claudeFlags,
  models: claudeModels,
  thinking: claudeThinking,
  headlessReader: claudeHeadlessReader,
  live: claudeLive,
  liveDialog: claudeLiveDialog,
}
