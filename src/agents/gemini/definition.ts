import type { AgentDefinition } from '../definition.ts'
import type { ObservedFacts } from '../definition-observed.ts'
import { advertised, everyPlatform, no, unknown, yes } from '../definition-fact.ts'
import { geminiFlags, geminiThinking } from './command-line.ts'
import { geminiHeadlessReader } from './headless.lazy.ts'
import observed from './observed.json' with { type: 'json' }

export const gemini: AgentDefinition = {
  id: 'gemini',
  name: 'Gemini CLI',
  binaries: ['gemini'],
  package: { name: '@google/gemini-cli', version: '0.61.0', binary: 'gemini', node: '>=20' },
  seen: { version: '0.61.0', at: '2026-11-15' },
  facts: {
    'session.resume': yes('run', { note: '--resume' }),
    'session.fork': no('run'),
    'session.multi-turn': yes('run', { note: 'over ACP' }),
    'session.persistence': yes<'session.persistence'>('run', { value: 'file' }),
    'output.text-streaming': yes('run'),
    'output.tool-call-streaming': unknown('no arguments in pieces were seen'),
    'output.json-mode': unknown('--output-format json is about the envelope, not the answer'),
    'output.structured': no('help'),
    'output.image': unknown(),
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run', { note: 'over ACP, a whole thought at a time; never in stream-json' }),
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['minimal', 'low', 'medium', 'high'],
      note: 'only in a settings file, for a named model of the 3.x family; words are not checked',
    }),
    'thinking.budget': yes('run', { note: 'only in a settings file, for a named model' }),
    'tools.native': yes('run'),
    'tools.parallel': unknown(),
    'tools.approval': yes<'tools.approval'>('run', {
      value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
      note: 'headless, tools that would ask are not offered to the model',
    }),
    'mcp.supported': yes('run', { note: 'settings, and over ACP' }),
    skills: yes<'skills'>('run', { value: { format: 'directory' }, note: '.gemini/skills, .agents/skills' }),
    'agents-md': no('run', { note: 'GEMINI.md; the setting context.fileName names another' }),
    'multi-agent.delegation': yes('run', { note: 'a tool for it; .gemini/agents was not seen in a request' }),
    'execution.parallel': unknown(),
    'interaction.repl': yes('help'),
    'interaction.steer': unknown(),
    'prompt.image': yes('run', { note: 'a path after an at sign in the prompt' }),
    'prompt.file': yes('help', { note: 'as embedded context over ACP' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: [],
        registries: [],
        installCommand: 'gemini extensions install',
        listCommand: 'gemini extensions list',
        uninstallCommand: 'gemini extensions uninstall',
      },
      note: 'extensions, from a git repository or a folder',
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': yes('run', {
      note: 'over ACP; within the minute the session was stored in, it is overwritten instead',
    }),
    'session.list': yes('run', { note: '--list-sessions; not over ACP' }),
    'session.close': no('run', { note: 'over ACP' }),
    'session.delete': yes('help', { note: '--delete-session; not over ACP' }),
    'session.additional-directories': yes('help', { note: '--include-directories' }),
    'prompt.audio': advertised,
    'prompt.embedded-context': advertised,
    'mcp.stdio': yes('run'),
    'mcp.http': advertised,
    'mcp.sse': advertised,
  },
  observed: observed as ObservedFacts,
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @google/gemini-cli' }],
  auth: {
    methods: ['api_key', 'oauth'],
    files: [],
    variables: ['GEMINI_API_KEY'],
  },
  variables: ['GOOGLE_GEMINI_BASE_URL', 'GEMINI_CLI_HOME'],
  acp: {
    binary: 'gemini',
    arguments: ['--acp'],
    environment: { GEMINI_CLI_NO_RELAUNCH: 'true', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    missingFileIsEmpty: true,
  },
  flags: geminiFlags,
  thinking: geminiThinking,
  headlessReader: geminiHeadlessReader,
}
