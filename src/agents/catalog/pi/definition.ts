import type { AgentDefinition } from '../../definition/definition.ts'
import { piHome } from './home.ts'
import type { ObservedFacts } from '../../definition/definition-observed.ts'
import {
  everyPlatform,
  no,
  notAdvertised,
  untriedImage,
  untriedParallelCalls,
  wholeCalls,
  yes,
} from '../../definition/definition-fact.ts'
import { piSigns } from './acp-signs.lazy.ts'
import { piFlags, piLongRunning, piModels, piThinking } from './command-line.ts'
import { piCredentials } from './credentials.ts'
import { piOutputReader, piDialog, piStoredUsage } from './output-reader.lazy.ts'
import observed from './observed.json' with { type: 'json' }
import { piPolicies } from './policies.ts'
import { piProviders } from './providers.ts'

export const pi: AgentDefinition = {
  id: 'pi',
  name: 'Pi',
  maker: { name: 'Earendil', documentation: 'https://pi.dev/docs/latest' },
  aliases: ['pi-coding-agent', 'pi-agent', '@mariozechner/pi-coding-agent'],
  binaries: ['pi'],
  startsAgain: true,
  package: {
    name: '@earendil-works/pi-coding-agent',
    version: '1.5.0',
    binary: 'pi',
    node: '>=22.19',
    // Needed for resizing images and for code mode; the bundle holds everything else.
    // jiti loads extensions.
    bundledExcept: ['@silvia-odwyer/photon-node@0.3.4', 'jiti@2.7.0', 'quickjs-wasi@3.6.2'],
  },
  seen: { version: '1.5.0', at: '2026-11-15' },
  facts: {
    'session.resume': { acp: yes('run', { note: 'by session/load' }) },
    'session.fork': { acp: notAdvertised },
    'session.multi-turn': yes('run'),
    'session.persistence': yes<'session.persistence'>('run', { value: 'file' }),
    'output.text-streaming': yes('run'),
    'output.tool-call-streaming': { acp: wholeCalls, cli: yes('run') },
    'output.json-mode': no('help', { note: '--mode json formats the events, not the answer' }),
    'output.structured': no('help'),
    'output.image': untriedImage,
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run'),
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
      note: '--thinking; some models accept fewer levels',
    }),
    'thinking.budget': no('help', { note: 'levels only' }),
    'tools.native': yes('run'),
    'tools.parallel': untriedParallelCalls,
    'tools.approval': {
      acp: no<'tools.approval'>('run', {
        value: { required: false, modes: ['yolo'] },
        note: 'never asks: tools run at once',
      }),
      cli: yes<'tools.approval'>('run', {
        value: { required: false, modes: ['yolo', 'prompt', 'deny'] },
        note: 'asks through an extension of Capstan; without it, tools run at once',
      }),
    },
    'mcp.supported': yes('run', { note: 'pi mcp add; not per session' }),
    skills: yes<'skills'>('run', {
      value: { format: 'directory' },
      note: '.agents and .pi, in a trusted folder or with --approve',
    }),
    'agents-md': yes('run'),
    'multi-agent.delegation': no('help'),
    'execution.parallel': no('help', { note: 'no subagents or background tasks' }),
    'execution.sandboxed': no('help', { note: 'no sandbox option' }),
    'interaction.repl': yes('help'),
    'interaction.steer': { acp: notAdvertised },
    'prompt.image': { acp: yes('run') },
    'prompt.file': { acp: no('help', { note: 'the bridge accepts no embedded context' }) },
    'state.memory': no('help', { note: 'no memory command' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: ['npm-package', 'extension-ts', 'skill-directory', 'mcp-server'],
        registries: [],
        installCommand: 'pi install',
        listCommand: 'pi list',
        uninstallCommand: 'pi remove',
      },
      note: 'from npm, git or a folder',
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': { acp: yes('run', { note: 'without thoughts' }) },
    'session.list': { acp: yes('run') },
    'session.close': { acp: no('run') },
    'session.delete': { acp: yes('run') },
    'mcp.stdio': {
      acp: no('run', { note: 'the bridge silently ignores the MCP servers of a session' }),
    },
    'auth.status': { cli: yes('run', { note: 'pi auth check' }) },
  },
  observed: observed as ObservedFacts,
  install: [
    {
      platform: 'all',
      type: 'npm',
      command: 'npm install -g @earendil-works/pi-coding-agent',
      notes: 'Requires Node 22.19 or later; on an older Node, npm silently installs an older release',
    },
  ],
  auth: {
    methods: ['api_key', 'oauth', 'config_file'],
    files: ['.pi/agent/auth.json'],
    variables: piCredentials,
    moved: { variable: 'PI_CODING_AGENT_DIR', folder: '.pi/agent' },
    // `pi auth check` needs a provider; this command lists the models of every provider with a login.
    check: {
      arguments: ['--list-models'],
      loggedIn: '^provider +model ',
      loggedOut: '^No models available',
    },
  },
  variables: ['PI_CODING_AGENT_DIR', 'PI_OFFLINE', 'PI_TELEMETRY'],
  home: piHome,
  variableFiles: [
    {
      folder: '.pi/agent',
      folderVariable: 'PI_CODING_AGENT_DIR',
      file: 'models.json',
      pattern: '"apiKey"\\s*:\\s*"\\$?\\{?([A-Z][A-Z0-9_]*)\\}?"',
    },
  ],
  acp: {
    binary: 'pi-acp',
    arguments: [],
    protocolVersion: 1,
    advertised: {
      1: ['session.load', 'session.list', 'session.delete', 'prompt.image'],
    },
    bridge: { name: 'pi-acp', version: '0.0.34', binary: 'pi-acp' },
    programVariable: 'PI_ACP_PI_COMMAND',
    // Pi reports a failure neither as an error nor as text, only in its session file.
    silentTurnIsFailure: true,
    retryTexts: ['^Retrying(?: \\(attempt (?<attempt>\\d+)/(?<most>\\d+), waiting \\d+s\\))?\\.\\.\\.$'],
    // The bridge introduces the program in the first turn if the prompt comes at once.
    asideTexts: ['^Retry finished, resuming\\.$', '^pi v\\d[^\\n]*\\n---\\n'],
    signs: piSigns,
  },
  flags: piFlags,
  policies: piPolicies,
  providers: piProviders,
  models: piModels,
  thinking: piThinking,
  usage: {
    acp: { tokens: 'none', stored: true, isLongRunning: true },
    cli: { reportsCost: true, tokens: 'turn', isLongRunning: true },
  },
  storedUsage: piStoredUsage,
  outputReader: piOutputReader,
  longRunning: piLongRunning,
  dialog: piDialog,
}
