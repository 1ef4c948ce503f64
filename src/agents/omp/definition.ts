import type { AgentDefinition } from '../definition.ts'
import type { ObservedFacts } from '../definition-observed.ts'
import { advertised, everyPlatform, no, unknown, yes } from '../definition-fact.ts'
import { ompFlags, ompModels, ompThinking } from './command-line.ts'
import { ompCredentials } from './credentials.ts'
import { ompHeadlessReader } from './headless.lazy.ts'
import observed from './observed.json' with { type: 'json' }

export const omp: AgentDefinition = {
  id: 'omp',
  name: 'Oh My Pi',
  aliases: ['pi-coding-agent'],
  binaries: ['omp'],
  package: { name: '@oh-my-pi/pi-coding-agent', version: '18.2.3', binary: 'omp', bun: '>=1.3.14' },
  seen: { version: '18.2.3', at: '2026-11-15' },
  facts: {
    'session.resume': yes('run', { note: '--resume, --continue, and over ACP' }),
    'session.fork': yes('run', { note: '--fork, and over ACP' }),
    'session.multi-turn': yes('run', { note: 'over ACP and --mode rpc' }),
    'session.persistence': yes<'session.persistence'>('run', { value: 'file' }),
    'output.text-streaming': yes('run'),
    'output.tool-call-streaming': yes('run'),
    'output.json-mode': unknown('--mode json is about the events, not the answer'),
    'output.structured': no('help'),
    'output.image': unknown(),
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run'),
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
      note: '--thinking, which takes auto as well; some models have fewer',
    }),
    'thinking.budget': no('help', { note: 'levels only' }),
    'tools.native': yes('run'),
    'tools.parallel': unknown(),
    'tools.approval': yes<'tools.approval'>('run', {
      value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
      note: 'over ACP it asks for commands and not for writing files; headless it asks for nothing',
    }),
    'mcp.supported': yes('run', { note: 'configuration, and over ACP' }),
    skills: yes<'skills'>('run', {
      value: { format: 'directory' },
      note: '.agents, .claude and .opencode',
    }),
    'agents-md': yes('run'),
    'multi-agent.delegation': yes('help', { note: 'a tool for it; omp agents' }),
    'execution.parallel': yes('help', { note: 'subagents' }),
    'interaction.repl': yes('help'),
    'interaction.steer': yes('run', { note: '--mode rpc' }),
    'prompt.image': yes('run', { note: 'a path after an at sign, and over ACP' }),
    'prompt.file': yes('help', { note: 'a path after an at sign; embedded context over ACP' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: [],
        registries: [],
        installCommand: 'omp plugin install',
        listCommand: 'omp plugin list',
        uninstallCommand: 'omp plugin uninstall',
      },
      note: 'the formats were not looked into',
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': yes('run', { note: 'over ACP' }),
    'session.list': yes('run', { note: 'over ACP' }),
    'session.close': yes('run', { note: 'over ACP' }),
    'session.delete': no('run', { note: 'over ACP' }),
    'session.additional-directories': yes('help', { note: '--add-dir' }),
    'session.system-prompt': yes('help', { note: '--system-prompt' }),
    'prompt.embedded-context': advertised,
    'mcp.stdio': yes('run', {
      note: 'its tools are not functions to the model but reached through another tool',
    }),
    'mcp.http': advertised,
    'mcp.sse': advertised,
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
  },
  acp: {
    binary: 'omp',
    arguments: ['acp'],
    // As they came by its Anthropic and OpenAI wires, before and after the first word, and from a lost connection.
    errorTexts: [
      '^[45]\\d\\d \\{"type":"error",',
      '^[45]\\d\\d [^]*\\(type=[^)]*\\)$',
      '^Anthropic stream error \\(\\w+\\): ',
      '^ECONNRESET: ',
    ],
  },
  flags: ompFlags,
  models: ompModels,
  thinking: ompThinking,
  headlessReader: ompHeadlessReader,
}
