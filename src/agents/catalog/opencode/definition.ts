import type { AgentDefinition } from '../../definition/definition.ts'
import { opencodeHome } from './home.ts'
import type { ObservedFacts } from '../../definition/definition-observed.ts'
import {
  asEmbeddedContext,
  everyPlatform,
  no,
  notAdvertised,
  unknown,
  untriedImage,
  untriedParallelCalls,
  wholeCalls,
  yes,
} from '../../definition/definition-fact.ts'
import { opencodeSigns } from './acp-signs.lazy.ts'
import { opencodeFlags, opencodeModels, opencodeThinking } from './command-line.ts'
import { opencodeCredentials } from './credentials.ts'
import { opencodeOutputReader, opencodeStoredUsage } from './output-reader.lazy.ts'
import observed from './observed.json' with { type: 'json' }
import { opencodeFolderPrograms, opencodePolicies } from './policies.ts'
import { opencodeProviders } from './providers.ts'

export const opencode: AgentDefinition = {
  id: 'opencode',
  name: 'OpenCode',
  maker: { name: 'Anomaly', documentation: 'https://opencode.ai/v1/docs' },
  aliases: ['open-code'],
  binaries: ['opencode'],
  startsAgain: true,
  package: { name: 'opencode-ai', version: '1.18.33', binary: 'opencode', installScripts: true },
  seen: { version: '1.18.33', at: '2026-11-15' },
  facts: {
    'session.resume': { acp: yes('run') },
    'session.fork': { acp: yes('run') },
    'session.multi-turn': yes('run'),
    'session.persistence': yes<'session.persistence'>('run', { value: 'sqlite' }),
    'output.text-streaming': { acp: yes('run'), cli: no('run', { note: 'opencode run prints whole parts' }) },
    'output.tool-call-streaming': wholeCalls,
    'output.json-mode': no('help', { note: '--format json formats the events, not the answer' }),
    'output.structured': {
      acp: no('docs', {
        note: 'ACP has no field for a schema; only the HTTP server of OpenCode accepts one',
      }),
    },
    'output.image': untriedImage,
    'thinking.supported': yes('run'),
    'thinking.streaming': {
      acp: yes('run'),
      cli: no('run', { note: 'opencode run prints whole thoughts, with --thinking' }),
    },
    'thinking.effort': yes('run', { note: '--variant; the levels depend on the model' }),
    'thinking.budget': unknown('no run set a budget, only variants'),
    'tools.native': yes('run'),
    'tools.parallel': untriedParallelCalls,
    'tools.approval': {
      acp: yes<'tools.approval'>('run', {
        value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
        note: 'Capstan adds an agent that asks; configured agents ask only if their settings say so',
      }),
      cli: no<'tools.approval'>('run', {
        value: { required: false, modes: ['yolo', 'deny'] },
        note: 'never asks: opencode run rejects calls that need approval, unless started with --auto',
      }),
    },
    'mcp.supported': yes('run', { note: 'by configuration and over ACP' }),
    skills: yes<'skills'>('run', {
      value: { format: 'directory' },
      note: '.agents, .claude and .opencode',
    }),
    'agents-md': yes('run'),
    'multi-agent.delegation': yes<'multi-agent.delegation'>('run', {
      value: [{ name: 'explore' }, { name: 'general' }],
    }),
    'execution.parallel': unknown('no run had two tasks at the same time'),
    'execution.sandboxed': no('help', { note: 'no sandbox option' }),
    'interaction.repl': yes('help'),
    'interaction.steer': { acp: notAdvertised },
    'prompt.image': { acp: yes('run') },
    'prompt.file': { acp: asEmbeddedContext },
    'state.memory': no('help', { note: 'no memory command' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: ['npm-package', 'skill-directory', 'mcp-server'],
        registries: [],
        installCommand: 'opencode plugin',
      },
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': { acp: yes('run') },
    'session.list': { acp: yes('run'), cli: yes('run', { note: 'session list' }) },
    'session.close': { acp: yes('run') },
    'session.delete': { cli: yes('help', { note: 'session delete' }) },
    'mcp.stdio': { acp: yes('run') },
    'auth.status': { cli: yes('run', { note: 'opencode auth list' }) },
    'auth.logout': { cli: yes('help', { note: 'opencode auth logout' }) },
  },
  observed: observed as ObservedFacts,
  install: [
    {
      platform: 'all',
      type: 'npm',
      command: 'npm install -g opencode-ai',
      notes: 'The install script must run; otherwise npm installs only a placeholder',
    },
    { platform: 'darwin', type: 'brew', command: 'brew install anomalyco/tap/opencode' },
  ],
  auth: {
    methods: ['api_key', 'config_file', 'none'],
    files: ['.local/share/opencode/auth.json'],
    variables: opencodeCredentials,
    moved: { variable: 'XDG_DATA_HOME', folder: '.local/share' },
    login: 'opencode auth login',
    // The command does not count keys in opencode.json, and some models need no login.
    check: {
      arguments: ['auth', 'list'],
      loggedIn: String.raw`\b[1-9]\d* (?:credentials|environment variables?)$`,
      loggedOut: String.raw`\b0 credentials$(?![\s\S]*environment variable)`,
      missesSome: true,
    },
  },
  variableFiles: ['opencode.json', 'opencode.jsonc'].map((file) => ({
    folder: '.config/opencode',
    file,
    pattern: '\\{env:([A-Za-z_]\\w*)\\}',
  })),
  variables: [
    'OPENCODE_CONFIG',
    'OPENCODE_CONFIG_CONTENT',
    'OPENCODE_CONFIG_DIR',
    'OPENCODE_DISABLE_AUTOUPDATE',
  ],
  home: opencodeHome,
  acp: {
    binary: 'opencode',
    // OpenCode reports retries only in its log, and retries after a cut stream only from level INFO.
    arguments: ['acp', '--print-logs', '--log-level', 'INFO'],
    protocolVersion: 1,
    signs: opencodeSigns,
    advertised: {
      1: [
        'session.load',
        'session.list',
        'session.close',
        'session.fork',
        'prompt.image',
        'prompt.embedded-context',
        'mcp.http',
        'mcp.sse',
      ],
    },
  },
  flags: opencodeFlags,
  policies: opencodePolicies,
  folderPrograms: opencodeFolderPrograms,
  providers: opencodeProviders,
  models: opencodeModels,
  thinking: opencodeThinking,
  usage: {
    acp: {
      reportsCost: true,
      tokens: 'last-call',
      outputLacksThinking: true,
      stored: true,
      isLongRunning: true,
    },
    cli: { reportsCost: true, tokens: 'turn', isLongRunning: true },
  },
  storedUsage: opencodeStoredUsage,
  outputReader: opencodeOutputReader,
}
