import type { AgentDefinition } from '../../definition/definition.ts'
import { no, yes } from '../../definition/definition-fact.ts'

const without = no('run')
/** docs/testing.md says so; there is nothing to try. */
const documented = no('docs')

const advertised = [
  'session.load',
  'session.list',
  'session.close',
  'session.delete',
  'session.fork',
  'session.additional-directories',
  'prompt.image',
  'prompt.embedded-context',
  'interaction.steer',
]

/** The simulated agent that ships with Capstan, for trying Capstan out and for tests. */
export const sim: AgentDefinition = {
  id: 'sim',
  name: 'Sim (simulated)',
  maker: { name: 'Capstan' },
  simulated: true,
  binaries: ['capstan-sim'],
  facts: {
    'session.resume': yes('run'),
    'session.fork': yes('run'),
    'session.multi-turn': yes('run'),
    'session.persistence': yes<'session.persistence'>('run', { value: 'file' }),
    'output.text-streaming': yes('run', { note: 'one word at a time' }),
    'output.tool-call-streaming': without,
    'output.json-mode': documented,
    'output.structured': without,
    'output.image': documented,
    'thinking.supported': yes('run', { note: 'simulated' }),
    'thinking.streaming': yes('run'),
    'thinking.effort': yes<'thinking.effort'>('run', { value: ['low', 'medium', 'high', 'max'] }),
    'thinking.budget': without,
    'tools.native': yes('run', { note: 'read, find, list, write, run' }),
    'tools.parallel': documented,
    'tools.approval': yes<'tools.approval'>('run', {
      value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
      note: 'asks before writing a file or running a command',
    }),
    'mcp.supported': no('run', { note: 'accepts stdio servers but does not call them' }),
    skills: without,
    'agents-md': without,
    'multi-agent.delegation': without,
    'execution.parallel': documented,
    'interaction.repl': documented,
    'interaction.steer': yes('run', { note: 'advertised over ACP' }),
    'prompt.image': yes('run', { note: 'reports what it received' }),
    'prompt.file': yes('run', { note: 'as embedded context' }),
    plugins: documented,
    'process.platforms': yes<'process.platforms'>('docs', {
      value: ['darwin', 'linux', 'win32'],
      note: 'plain JavaScript; tried only on Linux',
    }),
    'process.git-required': without,
    'process.pty-required': without,
    'session.load': yes('run'),
    'session.list': yes('run'),
    'session.close': yes('run'),
    'session.delete': yes('run'),
    'session.additional-directories': yes('run'),
    'prompt.pdf': documented,
    'prompt.embedded-context': yes('run'),
    'output.audio': documented,
    'execution.sandboxed': without,
    'state.memory': documented,
  },
  install: [],
  auth: { methods: ['none'], files: [], variables: [] },
  variables: ['CAPSTAN_SIM_HOME', 'CAPSTAN_SIM_PROTOCOL', 'CAPSTAN_SIM_SCENARIO', 'CAPSTAN_SIM_PACE'],
  acp: {
    binary: 'capstan-sim',
    arguments: [],
    own: true,
    protocolVersion: 2,
    advertised: { 1: advertised, 2: advertised },
  },
  thinking: [
    {
      sets: 'effort',
      transport: 'acp',
      by: { kind: 'session-option', category: 'thought_level' },
      levels: ['low', 'medium', 'high', 'max'],
      basis: 'run',
    },
  ],
}
