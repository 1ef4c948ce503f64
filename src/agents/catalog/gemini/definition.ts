import type { AgentDefinition } from '../../definition/definition.ts'
import { geminiHome } from './home.ts'
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
import { geminiFlags, geminiThinking } from './command-line.ts'
import { geminiOutputReader, geminiSessionGuard, geminiStoredUsage } from './output-reader.lazy.ts'
import observed from './observed.json' with { type: 'json' }
import { geminiPolicies } from './policies.ts'
import { geminiProviders } from './providers.ts'

export const gemini: AgentDefinition = {
  id: 'gemini',
  name: 'Gemini CLI',
  maker: { name: 'Google', documentation: 'https://geminicli.com/docs' },
  aliases: ['google-gemini'],
  binaries: ['gemini'],
  cutsOutput: true,
  package: { name: '@google/gemini-cli', version: '0.61.0', binary: 'gemini', node: '>=20' },
  seen: { version: '0.61.0', at: '2026-11-15' },
  facts: {
    'session.resume': {
      acp: yes('run', { note: 'by session/load; to only resume, Capstan prefers the command line' }),
    },
    'session.fork': no('run'),
    'session.multi-turn': yes('run'),
    'session.persistence': yes<'session.persistence'>('run', { value: 'file' }),
    'output.text-streaming': yes('run'),
    'output.tool-call-streaming': wholeCalls,
    'output.json-mode': no('help', { note: '--output-format json formats the envelope, not the answer' }),
    'output.structured': no('help'),
    'output.image': untriedImage,
    'thinking.supported': yes('run'),
    'thinking.streaming': {
      acp: yes('run', { note: 'one whole thought at a time' }),
      cli: no('run', { note: 'stream-json has no thoughts' }),
    },
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['minimal', 'low', 'medium', 'high'],
      note: 'only in a settings file, for a named 3.x model; Gemini does not check the level',
    }),
    'thinking.budget': yes('run', { note: 'only in a settings file, for a named model' }),
    'tools.native': yes('run'),
    'tools.parallel': untriedParallelCalls,
    'tools.approval': {
      acp: yes<'tools.approval'>('run', {
        value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
        note: "does not ask for tools that the user's policy file allows",
      }),
      cli: yes<'tools.approval'>('run', {
        value: { required: true, modes: ['yolo', 'deny'] },
        note: 'never asks: the model does not get tools that would need approval',
      }),
    },
    'mcp.supported': yes('run', { note: 'by settings and over ACP' }),
    skills: yes<'skills'>('run', { value: { format: 'directory' }, note: '.gemini/skills, .agents/skills' }),
    'agents-md': no('run', { note: 'reads GEMINI.md, or the file that the setting context.fileName names' }),
    'multi-agent.delegation': yes('run', {
      note: 'has a tool for subagents; no request included .gemini/agents',
    }),
    'execution.parallel': unknown('no run had two tasks at the same time'),
    'execution.sandboxed': yes('help', { note: '--sandbox, which Capstan does not pass' }),
    'interaction.repl': yes('help'),
    'interaction.steer': { acp: notAdvertised },
    'prompt.image': { acp: yes('run') },
    'prompt.video': { cli: unknown('no run named a video in the prompt') },
    'prompt.file': { acp: asEmbeddedContext },
    'state.memory': yes('help', {
      note: 'memory commands; memories from past sessions wait for review',
    }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: ['skill-directory', 'mcp-server'],
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
    'session.load': {
      acp: yes('run', {
        note: 'Gemini overwrites a session of the same minute and deletes a loaded session at its next start; Capstan prevents both by renaming and removing files',
      }),
    },
    'session.list': { acp: no('run'), cli: yes('run', { note: '--list-sessions' }) },
    'session.close': { acp: no('run') },
    'session.delete': { acp: no('run'), cli: yes('help', { note: '--delete-session' }) },
    'mcp.stdio': { acp: yes('run') },
  },
  observed: observed as ObservedFacts,
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @google/gemini-cli' }],
  auth: {
    methods: ['api_key', 'oauth'],
    files: ['.gemini/oauth_creds.json', '.gemini/gemini-credentials.json'],
    variables: ['GEMINI_API_KEY'],
    companions: ['GOOGLE_API_KEY', 'GOOGLE_CLOUD_ACCESS_TOKEN'],
    together: [
      ['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_API_KEY'],
      ['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'],
      ['GEMINI_CLI_USE_COMPUTE_ADC'],
    ],
    moved: { variable: 'GEMINI_CLI_HOME', folder: '.' },
    expiry: { file: '.gemini/oauth_creds.json', date: ['expiry_date'], renewal: ['refresh_token'] },
  },
  variables: [
    'GOOGLE_GEMINI_BASE_URL',
    'GOOGLE_VERTEX_BASE_URL',
    'GEMINI_CLI_HOME',
    'GOOGLE_GENAI_USE_VERTEXAI',
    'GOOGLE_GENAI_USE_GCA',
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_CLOUD_PROJECT_ID',
    'GOOGLE_CLOUD_LOCATION',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GEMINI_CLI_USE_COMPUTE_ADC',
    'GEMINI_FORCE_FILE_STORAGE',
    'GEMINI_DEFAULT_AUTH_TYPE',
  ],
  variableFiles: [
    {
      folder: '.',
      folderVariable: 'GEMINI_CLI_HOME',
      file: '.gemini/settings.json',
      pattern: '\\$\\{?([A-Za-z_]\\w*)',
    },
  ],
  home: geminiHome,
  acp: {
    binary: 'gemini',
    arguments: ['--acp'],
    protocolVersion: 1,
    advertised: {
      1: ['session.load', 'prompt.image', 'prompt.audio', 'prompt.embedded-context', 'mcp.http', 'mcp.sse'],
    },
    environment: { GEMINI_CLI_NO_RELAUNCH: 'true', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    missingFileIsEmpty: true,
    // Over ACP, Gemini first opens an empty chat with the session's id, which has replaced a session once.
    resumesWorse: true,
  },
  flags: geminiFlags,
  policies: geminiPolicies,
  fileSign: '@',
  folderPrograms: [
    { path: '.gemini/settings.json', pattern: '"(?:hooks|mcpServers|discoveryCommand)"|\\\\u' },
  ],
  providers: geminiProviders,
  thinking: geminiThinking,
  usage: {
    // Over ACP, Gemini reports neither cached nor thinking tokens.
    acp: { tokens: 'turn', stored: true, isLongRunning: true },
    cli: { tokens: 'turn', isLongRunning: true },
  },
  storedUsage: geminiStoredUsage,
  outputReader: geminiOutputReader,
  sessionGuard: geminiSessionGuard,
}
