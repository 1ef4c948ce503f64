import type { AgentDefinition } from '../definition.ts'
import type { ObservedFacts } from '../definition-observed.ts'
import { everyPlatform, no, notAdvertised, unknown, yes } from '../definition-fact.ts'
import { piFlags, piLive, piModels, piThinking } from './command-line.ts'
import { piCredentials } from './credentials.ts'
import { piHeadlessReader, piLiveDialog } from './headless.lazy.ts'
import observed from './observed.json' with { type: 'json' }

export const pi: AgentDefinition = {
  id: 'pi',
  name: 'Pi',
  aliases: ['pi-coding-agent', 'pi-agent', '@mariozechner/pi-coding-agent'],
  binaries: ['pi'],
  package: {
    name: '@earendil-works/pi-coding-agent',
    version: '1.5.0',
    binary: 'pi',
    node: '>=22.19',
    // It loads these two for resizing images and for code mode; everything else is in its bundle.
    bundledExcept: ['@silvia-odwyer/photon-node@0.3.4', 'quickjs-wasi@3.6.2'],
  },
  seen: { version: '1.5.0', at: '2026-11-15' },
  facts: {
    'session.resume': yes('run', { note: '--session, --continue' }),
    'session.fork': yes('run', { note: '--fork; not over ACP' }),
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
      note: '--thinking; some models have fewer',
    }),
    'thinking.budget': no('help', { note: 'levels only' }),
    'tools.native': yes('run'),
    'tools.parallel': unknown(),
    'tools.approval': no<'tools.approval'>('run', {
      value: { required: false, modes: ['yolo'] },
      note: 'tools run at once; they can only be allowed or left out',
    }),
    'mcp.supported': yes('run', { note: 'pi mcp add; not for one session' }),
    skills: yes<'skills'>('run', {
      value: { format: 'directory' },
      note: '.agents and .pi, only in a trusted folder or with --approve',
    }),
    'agents-md': yes('run'),
    'multi-agent.delegation': no('help'),
    'execution.parallel': unknown(),
    'interaction.repl': yes('help'),
    'interaction.steer': yes('run', { note: '--mode rpc' }),
    'prompt.image': yes('run', { note: 'a path after an at sign, and over ACP' }),
    'prompt.file': yes('help', { note: 'a path after an at sign; not over ACP' }),
    plugins: yes<'plugins'>('help', {
      value: {
        formats: ['npm-package'],
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
    'session.load': yes('run', { note: 'over ACP, without its thoughts' }),
    'session.list': yes('run', { note: 'over ACP' }),
    'session.close': no('run', { note: 'over ACP' }),
    'session.delete': yes('run', { note: 'over ACP' }),
    'session.system-prompt': yes('help', { note: '--system-prompt' }),
    'prompt.audio': notAdvertised,
    'prompt.embedded-context': notAdvertised,
    'mcp.stdio': no('run', { note: 'the bridge ignores the servers of a session without a sign' }),
    'mcp.http': notAdvertised,
    'mcp.sse': notAdvertised,
    'auth.status': yes('run', { note: 'pi auth check' }),
  },
  observed: observed as ObservedFacts,
  install: [
    {
      platform: 'all',
      type: 'npm',
      command: 'npm install -g @earendil-works/pi-coding-agent',
      notes: 'Requires Node 22.19 or later; an older one quietly gets an older release.',
    },
  ],
  auth: {
    methods: ['api_key', 'oauth', 'config_file'],
    files: ['.pi/agent/auth.json'],
    variables: piCredentials,
  },
  variables: ['PI_CODING_AGENT_DIR', 'PI_OFFLINE', 'PI_TELEMETRY'],
  acp: {
    binary: 'pi-acp',
    arguments: [],
    bridge: { name: 'pi-acp', version: '0.0.34', binary: 'pi-acp' },
    programVariable: 'PI_ACP_PI_COMMAND',
    silentTurnIsFailure: true,
  },
  flags: piFlags,
  models: piModels,
  thinking: piThinking,
  headlessReader: piHeadlessReader,
  live: piLive,
  liveDialog: piLiveDialog,
}
