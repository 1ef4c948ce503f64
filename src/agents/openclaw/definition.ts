import type { AgentDefinition } from '../definition.ts'
import type { ObservedFacts } from '../definition-observed.ts'
import { advertised, everyPlatform, no, notAdvertised, unknown, yes } from '../definition-fact.ts'
import { openclawFlags, openclawThinking } from './command-line.ts'
import { openclawHeadlessReader } from './headless.lazy.ts'
import observed from './observed.json' with { type: 'json' }

export const openclaw: AgentDefinition = {
  id: 'openclaw',
  name: 'OpenClaw',
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
    'session.resume': yes('run', {
      note: 'agent --session-id; over ACP it refuses the id of its own answer, and is known to load it; not by agent exec',
    }),
    'session.fork': no('run'),
    'session.multi-turn': yes('run', { note: 'over ACP' }),
    'session.persistence': yes<'session.persistence'>('run', { value: 'sqlite' }),
    'output.text-streaming': yes('run', { note: 'over ACP; headless one object at the end' }),
    'output.tool-call-streaming': unknown('no arguments in pieces were seen'),
    'output.json-mode': unknown('--json is about the envelope, not the answer'),
    'output.structured': no('help'),
    'output.image': unknown(),
    'thinking.supported': yes('run'),
    'thinking.streaming': no('run', { note: 'no thoughts came over ACP, though they were asked for' }),
    'thinking.effort': yes<'thinking.effort'>('run', {
      value: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra'],
      note: '--thinking, which takes adaptive as well; a model allows some of them and refuses the rest',
    }),
    'thinking.budget': no('help', { note: 'levels only' }),
    'tools.native': yes('run'),
    'tools.parallel': unknown(),
    'tools.approval': yes<'tools.approval'>('docs', {
      value: { required: false, modes: ['yolo', 'prompt'] },
      note: 'for commands, in the gateway; agent exec asks for nothing',
    }),
    'mcp.supported': yes('help', { note: 'openclaw mcp; not for one session' }),
    skills: yes<'skills'>('run', { value: { format: 'directory' }, note: '.agents' }),
    'agents-md': yes('run', { note: 'agent exec' }),
    'multi-agent.delegation': yes('docs'),
    'execution.parallel': unknown(),
    'interaction.repl': yes('help'),
    'interaction.steer': unknown(),
    'prompt.image': yes('run', { note: 'over ACP' }),
    'prompt.file': yes('help', { note: 'as embedded context over ACP' }),
    plugins: yes<'plugins'>('help', {
      value: { formats: [], registries: [], listCommand: 'openclaw plugins list' },
      note: 'the formats were not looked into',
    }),
    'process.platforms': everyPlatform,
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': yes('run', { note: 'over ACP' }),
    'session.list': yes('run', {
      note: 'openclaw sessions; over ACP under ids of its own, and none at all when a folder is named',
    }),
    'session.close': yes('run', { note: 'over ACP' }),
    'session.delete': yes('help', { note: 'openclaw sessions delete; not over ACP' }),
    'session.additional-directories': no('docs', { note: 'agent exec keeps its file tools to one folder' }),
    'prompt.audio': notAdvertised,
    'prompt.embedded-context': advertised,
    'mcp.stdio': no('docs', { note: 'a session with servers is refused over ACP' }),
    'mcp.http': notAdvertised,
    'mcp.sse': notAdvertised,
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
  acp: {
    binary: 'openclaw',
    arguments: ['acp'],
    needsRunning: ['openclaw', 'gateway', 'run'],
    optionPrompts: { model: '/model {value}' },
    silentTurnIsFailure: true,
  },
  flags: openclawFlags,
  thinking: openclawThinking,
  headlessReader: openclawHeadlessReader,
}
