import type { AgentDefinition } from '../../definition/definition.ts'
import { codexHome } from './home.ts'
import type { ObservedFacts } from '../../definition/definition-observed.ts'
import {
  asEmbeddedContext,
  everyPlatform,
  no,
  noField,
  unknown,
  untriedParallelCalls,
  wholeCalls,
  yes,
} from '../../definition/definition-fact.ts'
import { awsSecrets, awsVariables } from '../../launch/cloud-variables.ts'
import { codexSigns } from './acp-signs.lazy.ts'
import { codexFlags, codexLongRunning, codexModels, codexThinking } from './command-line.ts'
import { codexOutputReader, codexDialog, codexStoredUsage } from './output-reader.lazy.ts'
import observed from './observed.json' with { type: 'json' }
import { codexFolderPrograms, codexPolicies } from './policies.ts'
import { codexProviders } from './providers.ts'

export const codex: AgentDefinition = {
  id: 'codex',
  name: 'Codex CLI',
  maker: { name: 'OpenAI', documentation: 'https://developers.openai.com/codex' },
  aliases: ['openai-codex'],
  binaries: ['codex'],
  startsAgain: true,
  package: { name: '@openai/codex', version: '0.166.0', binary: 'codex', node: '>=16' },
  seen: { version: '0.166.0', at: '2026-11-15' },
  facts: {
    'session.resume': { acp: yes('run') },
    'session.fork': { acp: yes('run') },
    'session.multi-turn': yes('run'),
    'session.persistence': yes<'session.persistence'>('run', {
      value: 'file',
      note: 'plus SQLite files',
    }),
    'output.text-streaming': {
      acp: yes('run'),
      cli: no('run', { note: 'codex exec prints whole items; a long-running process streams' }),
    },
    'output.tool-call-streaming': wholeCalls,
    'output.json-mode': no('help', { note: 'has a schema mode but no plain JSON mode' }),
    'output.structured': { acp: noField },
    'output.image': yes('help', {
      note: 'the feature image_generation is on by default; no run created an image',
    }),
    'thinking.supported': yes('run'),
    'thinking.streaming': {
      acp: yes('run'),
      cli: no('run', { note: 'codex exec prints only a summary, and only with model_reasoning_summary' }),
    },
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['low', 'medium', 'high', 'xhigh', 'max', 'ultra'],
      note: 'model_reasoning_effort and a session option; ultra arrives as xhigh, and some models accept fewer levels',
    }),
    'thinking.budget': no('help', { note: 'levels only' }),
    'tools.native': yes('run'),
    'tools.parallel': untriedParallelCalls,
    'tools.approval': {
      acp: yes<'tools.approval'>('run', {
        value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
        note: 'in read-only mode: asks before edits, and commands cannot write',
      }),
      cli: yes<'tools.approval'>('run', {
        value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
        note: 'a long-running process asks; codex exec never asks and relies on its sandbox',
      }),
    },
    'mcp.supported': yes('run', {
      note: 'over ACP and by mcp_servers; codex exec refuses calls that need approval',
    }),
    skills: yes<'skills'>('run', { value: { format: 'directory' }, note: '.agents/skills, ~/.codex/skills' }),
    'agents-md': yes('run'),
    'multi-agent.delegation': yes('run', { note: 'the model gets tools for subagents' }),
    'execution.parallel': unknown('no run had two subagents working at the same time'),
    'execution.sandboxed': yes('run', { note: '--sandbox; over ACP: read-only mode' }),
    'interaction.repl': yes('help'),
    'interaction.steer': { acp: yes('help', { note: 'advertised over ACP' }) },
    'prompt.image': { acp: yes('run') },
    'prompt.file': { acp: asEmbeddedContext },
    'state.memory': no('help', { note: 'the feature memories is off by default' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: ['skill-directory', 'mcp-server'],
        registries: [],
        installCommand: 'codex plugin add',
        uninstallCommand: 'codex plugin remove',
        searchCommand: 'codex plugin list',
      },
      note: 'codex plugin list shows what marketplaces offer, not what is installed; the help names no marketplace',
    }),
    'process.platforms': everyPlatform,
    'process.git-required': {
      acp: no('run'),
      cli: yes('run', { note: 'codex exec, unless started with --skip-git-repo-check' }),
    },
    'process.pty-required': no('run'),
    'session.load': { acp: yes('run') },
    'session.list': { acp: yes('run') },
    'session.close': { acp: yes('run') },
    'session.delete': { acp: yes('run'), cli: yes('help', { note: 'codex delete' }) },
    'session.archive': { cli: yes('help', { note: 'codex archive' }) },
    'session.system-prompt': {
      acp: yes('help', {
        value: ['append'],
        note: 'advertised over ACP; append only',
      }),
    },
    'session.additional-directories': { acp: yes('run') },
    'mcp.stdio': { acp: yes('run') },
    'auth.status': { cli: yes('help', { note: 'codex login status' }) },
    'auth.logout': { cli: yes('help', { note: 'codex logout' }) },
  },
  observed: observed as ObservedFacts,
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @openai/codex' }],
  auth: {
    methods: ['api_key', 'oauth', 'oauth_device'],
    files: ['.codex/auth.json'],
    variables: ['CODEX_API_KEY', 'CODEX_ACCESS_TOKEN'],
    companions: ['OPENAI_API_KEY', ...awsSecrets],
    moved: { variable: 'CODEX_HOME', folder: '.codex' },
    login: 'codex login',
    // Codex reports "not logged in" with CODEX_API_KEY and with a working custom provider.
    check: {
      arguments: ['login', 'status'],
      loggedIn: '^(?:API key configured|Authentication is checked when you send a request)',
      loggedOut: '^Not logged in',
      missesSome: true,
    },
  },
  variables: ['CODEX_HOME', 'CODEX_CONFIG', 'MODEL_PROVIDER', 'DEFAULT_AUTH_REQUEST', ...awsVariables],
  variableFiles: [
    {
      folder: '.codex',
      folderVariable: 'CODEX_HOME',
      file: 'config.toml',
      pattern: 'env_key\\s*=\\s*["\']([A-Za-z_]\\w*)["\']',
    },
  ],
  // Before the first table, so that it is the model of no profile.
  modelSetting: {
    folder: '.codex',
    folderVariable: 'CODEX_HOME',
    file: 'config.toml',
    pattern: '^(?:(?!\\[).*\\n)*?model\\s*=\\s*["\']([^"\'\\n]+)["\']',
  },
  home: codexHome,
  acp: {
    binary: 'codex-acp',
    arguments: [],
    protocolVersion: 2,
    signs: codexSigns,
    advertised: {
      1: [
        'session.load',
        'session.list',
        'session.close',
        'session.delete',
        'session.fork',
        'session.additional-directories',
        'session.title',
        'session.system-prompt',
        'session.subagents',
        'prompt.image',
        'prompt.embedded-context',
        'mcp.http',
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
        'session.title',
        'session.system-prompt',
        'prompt.image',
        'prompt.embedded-context',
        'mcp.http',
        'interaction.steer',
      ],
    },
    bridge: { name: '@agentclientprotocol/codex-acp', version: '2.6.0', binary: 'codex-acp' },
    programVariable: 'CODEX_PATH',
    // The session option keeps the effort of the previous model and accepts only listed models.
    modelVariable: { name: 'CODEX_CONFIG', content: { model: '{value}' } },
  },
  flags: codexFlags,
  policies: codexPolicies,
  folderPrograms: codexFolderPrograms,
  providers: codexProviders,
  models: codexModels,
  thinking: codexThinking,
  usage: {
    acp: { tokens: 'turn', isLongRunning: true },
    cli: { tokens: 'turn', stored: true, isLongRunning: true },
  },
  storedUsage: codexStoredUsage,
  outputReader: codexOutputReader,
  longRunning: codexLongRunning,
  dialog: codexDialog,
}
