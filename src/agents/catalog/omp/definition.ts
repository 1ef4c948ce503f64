import type { AgentDefinition } from '../../definition/definition.ts'
import { ompHome } from './home.ts'
import type { ObservedFacts } from '../../definition/definition-observed.ts'
import {
  asEmbeddedContext,
  everyPlatform,
  no,
  notAdvertised,
  untriedImage,
  untriedParallelCalls,
  wholeCalls,
  yes,
} from '../../definition/definition-fact.ts'
import { ompFlags, ompModels, ompThinking } from './command-line.ts'
import { ompCredentials } from './credentials.ts'
import { ompOutputReader } from './output-reader.lazy.ts'
import observed from './observed.json' with { type: 'json' }
import { ompFolderPrograms, ompPolicies } from './policies.ts'

export const omp: AgentDefinition = {
  id: 'omp',
  name: 'Oh My Pi',
  maker: { name: 'can1357', documentation: 'https://github.com/can1357/oh-my-pi' },
  aliases: ['pi-coding-agent'],
  binaries: ['omp'],
  startsAgain: true,
  package: { name: '@oh-my-pi/pi-coding-agent', version: '18.2.3', binary: 'omp', bun: '>=1.3.14' },
  seen: { version: '18.2.3', at: '2026-11-15' },
  facts: {
    'session.resume': { acp: yes('run') },
    'session.fork': { acp: yes('run') },
    'session.multi-turn': yes('run'),
    'session.persistence': yes<'session.persistence'>('run', { value: 'file' }),
    'output.text-streaming': yes('run'),
    'output.tool-call-streaming': {
      acp: wholeCalls,
      cli: no('run', {
        note: 'the pieces that omp prints do not name their call, so each call arrives whole',
      }),
    },
    'output.json-mode': no('help', { note: '--mode json formats the events, not the answer' }),
    'output.structured': no('help'),
    'output.image': untriedImage,
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run'),
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'auto'],
      note: '--thinking and a session option; some models accept fewer levels',
    }),
    'thinking.budget': no('help', { note: 'levels only' }),
    'tools.native': yes('run'),
    'tools.parallel': untriedParallelCalls,
    'tools.approval': {
      acp: yes<'tools.approval'>('run', {
        value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
        note: 'with --approval-mode always-ask; otherwise asks before commands but not before writing files',
      }),
      cli: no<'tools.approval'>('run', {
        value: { required: false, modes: ['yolo', 'deny'] },
        note: 'never asks: tools run at once, or fail with --approval-mode always-ask',
      }),
    },
    'mcp.supported': yes('run', { note: 'by configuration and over ACP' }),
    skills: yes<'skills'>('run', {
      value: { format: 'directory' },
      note: '.agents, .claude and .opencode',
    }),
    'agents-md': yes('run'),
    'multi-agent.delegation': yes('help', { note: 'has a tool for subagents; omp agents' }),
    'execution.parallel': yes('help', { note: 'subagents' }),
    'execution.sandboxed': no('help', { note: 'no sandbox option' }),
    'execution.max-time': { cli: yes('help', { note: '--max-time, which Capstan does not pass' }) },
    'interaction.repl': yes('help'),
    'interaction.steer': {
      acp: notAdvertised,
      cli: no('help', { note: 'only in --mode rpc, which Capstan does not speak' }),
    },
    'prompt.image': { acp: yes('run') },
    'prompt.file': { acp: asEmbeddedContext },
    'state.memory': yes('help', { note: 'a memory command' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: ['skill-directory', 'mcp-server'],
        registries: [],
        installCommand: 'omp plugin install',
        listCommand: 'omp plugin list',
        uninstallCommand: 'omp plugin uninstall',
      },
      note: 'also extension packages, whose format was not examined',
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': { acp: yes('run') },
    'session.list': { acp: yes('run') },
    'session.close': { acp: yes('run') },
    'session.delete': { acp: no('run') },
    'mcp.stdio': {
      acp: yes('run', {
        note: 'the model reaches MCP tools through another tool, not as functions',
      }),
    },
  },
  observed: observed as ObservedFacts,
  install: [
    {
      platform: 'all',
      type: 'npm',
      command: 'npm install -g @oh-my-pi/pi-coding-agent',
      notes: 'Requires Bun 1.3.14 or later on the PATH',
      prerequisiteCheck: 'bun --version',
    },
  ],
  auth: {
    methods: ['api_key', 'oauth', 'github_token'],
    files: ['.omp/agent/agent.db'],
    variables: ompCredentials,
    // omp prints one table of models for each provider with a login.
    check: {
      arguments: ['models'],
      loggedIn: String.raw`^\S+ \(\d+\)$`,
      loggedOut: '^No models available',
    },
  },
  home: ompHome,
  acp: {
    binary: 'omp',
    arguments: ['acp'],
    protocolVersion: 1,
    // omp sends a permission request for commands and a form for every other tool that changes something.
    approvalForm: {
      message: '^Allow tool: ',
      field: 'value',
      approve: 'Approve',
      deny: 'Deny',
      write: '^Allow tool: (?:write|edit)\\n(?:Path|File): (?<path>[^\\n]+)',
    },
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
    // Recorded with the Anthropic and OpenAI APIs, before and after the first text, and for a lost connection.
    errorTexts: [
      '^[45]\\d\\d \\{"type":"error",',
      '^[45]\\d\\d [^]*\\(type=[^)]*\\)$',
      '^Anthropic stream error \\(\\w+\\): ',
      '^ECONNRESET: ',
    ],
  },
  flags: ompFlags,
  policies: ompPolicies,
  folderPrograms: ompFolderPrograms,
  models: ompModels,
  thinking: ompThinking,
  usage: {
    acp: { tokens: 'turn' },
    cli: { reportsCost: true, tokens: 'turn', isLongRunning: true },
  },
  outputReader: ompOutputReader,
}
