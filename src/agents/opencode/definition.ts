import type { AgentDefinition } from '../definition.ts'
import type { ObservedFacts } from '../definition-observed.ts'
import { advertised, everyPlatform, no, unknown, yes } from '../definition-fact.ts'
import { opencodeFlags, opencodeModels, opencodeThinking } from './command-line.ts'
import { opencodeCredentials } from './credentials.ts'
import { opencodeHeadlessReader } from './headless.lazy.ts'
import observed from './observed.json' with { type: 'json' }

export const opencode: AgentDefinition = {
  id: 'opencode',
  name: 'OpenCode',
  aliases: ['open-code'],
  binaries: ['opencode'],
  package: { name: 'opencode-ai', version: '1.18.33', binary: 'opencode', installScripts: true },
  seen: { version: '1.18.33', at: '2026-11-15' },
  facts: {
    'session.resume': yes('run', { note: '--session, --continue, and over ACP' }),
    'session.fork': yes('run', { note: '--fork, and over ACP' }),
    'session.multi-turn': yes('run', { note: 'over ACP' }),
    'session.persistence': yes<'session.persistence'>('run', { value: 'sqlite' }),
    'output.text-streaming': yes('run', { note: 'over ACP; run prints whole parts' }),
    'output.tool-call-streaming': unknown('no arguments in pieces were seen'),
    'output.json-mode': unknown('--format json is about the events, not the answer'),
    'output.structured': yes('run', { note: 'by its HTTP server only, not by run' }),
    'output.image': unknown(),
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run', { note: 'over ACP; run prints whole thoughts, with --thinking' }),
    'thinking.effort': yes('run', { note: '--variant; the levels are those of the model' }),
    'thinking.budget': unknown('only variants were tried'),
    'tools.native': yes('run'),
    'tools.parallel': unknown(),
    'tools.approval': yes<'tools.approval'>('run', {
      value: { required: false, modes: ['yolo', 'prompt', 'deny'] },
      note: 'asks only if its configuration says so; run then refuses, unless it gets --auto',
    }),
    'mcp.supported': yes('run', { note: 'configuration, and over ACP' }),
    skills: yes<'skills'>('run', {
      value: { format: 'directory' },
      note: '.agents, .claude and .opencode',
    }),
    'agents-md': yes('run'),
    'multi-agent.delegation': yes<'multi-agent.delegation'>('run', {
      value: [{ name: 'explore' }, { name: 'general' }],
    }),
    'execution.parallel': unknown(),
    'interaction.repl': yes('help'),
    'interaction.steer': unknown(),
    'prompt.image': yes('run', { note: '--file, and over ACP' }),
    'prompt.file': yes('help', { note: '--file; embedded context over ACP' }),
    plugins: yes<'plugins'>('help', {
      value: { formats: ['npm-package'], registries: [], installCommand: 'opencode plugin' },
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': yes('run', { note: 'over ACP' }),
    'session.list': yes('run', { note: 'session list, and over ACP' }),
    'session.close': yes('run', { note: 'over ACP' }),
    'session.delete': yes('help', { note: 'session delete; not over ACP' }),
    'session.additional-directories': no('help'),
    'prompt.embedded-context': advertised,
    'mcp.stdio': yes('run'),
    'mcp.http': advertised,
    'mcp.sse': advertised,
  },
  observed: observed as ObservedFacts,
  install: [
    {
      platform: 'all',
      type: 'npm',
      command: 'npm install -g opencode-ai',
      notes: 'Its install script must run; without it there is only a stand-in.',
    },
    { platform: 'darwin', type: 'brew', command: 'brew install anomalyco/tap/opencode' },
  ],
  auth: {
    methods: ['api_key', 'config_file', 'none'],
    files: ['.local/share/opencode/auth.json'],
    variables: opencodeCredentials,
    login: 'opencode auth login',
  },
  variables: [
    'OPENCODE_CONFIG',
    'OPENCODE_CONFIG_CONTENT',
    'OPENCODE_CONFIG_DIR',
    'OPENCODE_DISABLE_AUTOUPDATE',
  ],
  acp: { binary: 'opencode', arguments: ['acp'] },
  flags: opencodeFlags,
  models: opencodeModels,
  thinking: opencodeThinking,
  headlessReader: opencodeHeadlessReader,
}
