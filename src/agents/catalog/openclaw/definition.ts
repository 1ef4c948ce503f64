import type { AgentDefinition } from '../../definition/definition.ts'
import { openclawHome } from './home.ts'
import type { ObservedFacts } from '../../definition/definition-observed.ts'
import {
  asEmbeddedContext,
  everyPlatform,
  no,
  notAdvertised,
  unknown,
  untriedImage,
  untriedParallelCalls,
  wholeAnswer,
  wholeCalls,
  yes,
} from '../../definition/definition-fact.ts'
import { openclawFlags, openclawThinking } from './command-line.ts'
import { openclawOutputReader } from './output-reader.lazy.ts'
import observed from './observed.json' with { type: 'json' }
import { openclawPolicies } from './policies.ts'

export const openclaw: AgentDefinition = {
  id: 'openclaw',
  name: 'OpenClaw',
  maker: { name: 'OpenClaw', documentation: 'https://docs.openclaw.ai' },
  aliases: ['open-claw'],
  binaries: ['openclaw'],
  package: {
    name: 'openclaw',
    version: '2026.9.6',
    binary: 'openclaw',
    node: '>=24.16 <25 || >=26.1',
  },
  seen: { version: '2026.9.6', at: '2026-11-15' },
  facts: {
    'session.resume': {
      acp: yes('run', {
        note: 'OpenClaw rejects the session id it returned itself, but can load the session',
      }),
      cli: no('run', {
        note: 'openclaw agent exec stores no session; only agent --session-id does, which Capstan does not use',
      }),
    },
    'session.fork': no('run'),
    'session.multi-turn': { acp: yes('run') },
    'session.persistence': yes<'session.persistence'>('run', { value: 'sqlite' }),
    'output.text-streaming': { acp: yes('run'), cli: wholeAnswer },
    'output.tool-call-streaming': wholeCalls,
    'output.json-mode': no('help', { note: '--json formats the envelope, not the answer' }),
    'output.structured': no('help'),
    'output.image': untriedImage,
    'transport.streaming': { cli: wholeAnswer },
    'thinking.supported': yes('run'),
    'thinking.streaming': no('run', { note: 'sent no thoughts over ACP, although requested' }),
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'adaptive', 'max', 'ultra'],
      note: '--thinking and a session option; each model accepts only some of the levels',
    }),
    'thinking.budget': no('help', { note: 'levels only' }),
    'tools.native': yes('run'),
    'tools.parallel': untriedParallelCalls,
    'tools.approval': {
      acp: yes<'tools.approval'>('docs', {
        value: { required: false, modes: ['yolo', 'prompt'] },
        note: 'the gateway asks before commands',
      }),
      cli: no<'tools.approval'>('run', {
        value: { required: false, modes: ['yolo'] },
        note: 'openclaw agent exec never asks',
      }),
    },
    'mcp.supported': yes('help', { note: 'openclaw mcp; not per session' }),
    skills: yes<'skills'>('run', { value: { format: 'directory' }, note: '.agents' }),
    'agents-md': {
      acp: no('run', { note: 'the file in the folder of a session does not reach the model' }),
      cli: yes('run', { note: 'agent exec' }),
    },
    'multi-agent.delegation': yes('docs'),
    'execution.parallel': yes('help', { note: 'openclaw tasks lists background tasks' }),
    'execution.sandboxed': {
      acp: yes('help', { note: 'openclaw sandbox: containers, if configured' }),
      cli: no('run', { note: 'openclaw agent exec is unrestricted' }),
    },
    'execution.max-time': {
      cli: yes<'execution.max-time'>('help', {
        value: 600_000,
        note: '--timeout, which Capstan does not pass',
      }),
    },
    'interaction.repl': yes('help'),
    'interaction.steer': { acp: notAdvertised },
    'prompt.image': { acp: yes('run') },
    'prompt.file': { acp: asEmbeddedContext },
    'state.memory': yes('help', { note: 'openclaw memory' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: ['skill-directory', 'mcp-server'],
        registries: [],
        listCommand: 'openclaw plugins list',
      },
      note: "also OpenClaw's own plugins, whose format was not examined",
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': { acp: yes('run') },
    'session.list': {
      acp: no('run', {
        note: 'advertised, but lists nothing if the request names a folder, and otherwise ids of its own',
      }),
      cli: yes('run', { note: 'openclaw sessions' }),
    },
    'session.close': { acp: yes('run') },
    'session.delete': { acp: no('run'), cli: yes('help', { note: 'openclaw sessions delete' }) },
    'session.archive': { cli: yes('help', { note: 'openclaw sessions archive' }) },
    'session.additional-directories': no('docs', {
      note: 'openclaw agent exec limits its file tools to one folder',
    }),
    'mcp.stdio': { acp: no('docs', { note: 'rejects a session with MCP servers' }) },
    'auth.status': { cli: yes('docs', { note: 'openclaw models status' }) },
    'auth.logout': { cli: unknown('openclaw models auth was not examined') },
  },
  observed: observed as ObservedFacts,
  install: [
    {
      platform: 'all',
      type: 'npm',
      command: 'npm install -g openclaw@latest',
      notes:
        'Requires Node 24.16 or later, or 26.1 or later, and 16GB RAM minimum. ' +
        'Without a version, npm on another Node installs an empty placeholder.',
    },
  ],
  auth: {
    methods: ['api_key', 'config_file'],
    files: ['.openclaw/openclaw.json'],
    variables: ['OPENCLAW_GATEWAY_TOKEN'],
    login: 'openclaw configure',
  },
  home: openclawHome,
  acp: {
    binary: 'openclaw',
    arguments: ['acp'],
    protocolVersion: 1,
    advertised: {
      1: ['session.load', 'session.list', 'session.close', 'prompt.image', 'prompt.embedded-context'],
    },
    needsRunning: ['openclaw', 'gateway', 'run'],
    optionPrompts: { model: '/model {value}' },
    silentTurnIsFailure: true,
  },
  flags: openclawFlags,
  policies: openclawPolicies,
  thinking: openclawThinking,
  outputReader: openclawOutputReader,
}
