import type { AgentDefinition } from '../definition.ts'
import { advertised, no, notAdvertised, unknown, unknownFacts, yes } from '../definition-fact.ts'

export const droid: AgentDefinition = {
  id: 'droid',
  name: 'Droid',
  binaries: ['droid'],
  package: {
    name: 'droid',
    version: '0.215.0',
    binary: 'droid',
    node: '>=20.0.0',
    installScripts: true,
  },
  seen: { version: '0.215.0', at: '2026-11-16' },
  facts: {
    ...unknownFacts('not tried'),
    'session.resume': yes('run', { note: 'over ACP' }),
    'session.fork': yes('help', { note: '--fork; not over ACP' }),
    'session.multi-turn': yes('run', { note: 'over ACP' }),
    'session.persistence': unknown('it keeps its sessions; how was not looked into'),
    'output.text-streaming': no('run', { note: 'a message comes whole over ACP' }),
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run', { note: 'a thought comes whole over ACP' }),
    'thinking.effort': yes('run', {
      note: 'over ACP; it does not reach a model of ones own behind generic-chat-completion-api',
    }),
    'tools.native': yes('run'),
    'tools.approval': yes<'tools.approval'>('run', {
      value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
      note: 'over ACP the client is asked before a file is written',
    }),
    'mcp.supported': yes('help', {
      note: 'droid mcp; tools are kept back until the model looks for them, and none was called',
    }),
    'interaction.repl': yes('help'),
    'prompt.image': yes('run', { note: 'over ACP' }),
    'prompt.file': yes('help', { note: 'as embedded context over ACP' }),
    'process.platforms': unknown('only Linux was tried'),
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': yes('run', { note: 'over ACP' }),
    'session.list': yes('run', { note: 'over ACP' }),
    'session.close': notAdvertised,
    'session.delete': notAdvertised,
    'session.additional-directories': notAdvertised,
    'prompt.audio': notAdvertised,
    'prompt.embedded-context': advertised,
    'mcp.http': notAdvertised,
    'mcp.sse': notAdvertised,
  },
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g droid' }],
  auth: { methods: ['api_key', 'oauth_device'], files: [], variables: ['FACTORY_API_KEY'] },
  acp: { binary: 'droid', arguments: ['exec', '--output-format', 'acp'] },
  thinking: [
    {
      sets: 'effort',
      transport: 'acp',
      by: { kind: 'session-option', category: 'thought_level' },
      basis: 'run',
      note: 'as the model allows',
    },
  ],
}
