import { type AgentFlags, flag } from '../../definition/definition-flags.ts'
import type { ThinkingControl } from '../../definition/definition-thinking.ts'

export const copilotFlags: AgentFlags = {
  prompt: flag('run', ['--prompt', '{value}'], { note: 'this is what makes a run headless' }),
  'prompt-stdin': flag('run', []),
  model: flag('help', ['--model', '{value}']),
  resume: flag('run', ['--resume={value}'], { note: 'the effort is kept' }),
  continue: flag('run', ['--continue']),
  'session-id': flag('run', ['--session-id={value}'], { note: 'a new UUID, or a session to go on with' }),
  'add-directory': flag('help', ['--add-dir', '{value}']),
  'working-directory': flag('help', ['-C', '{value}']),
  'mcp-config': flag('run', ['--additional-mcp-config', '{value}'], {
    note: 'JSON, or the path of a file after an at sign',
  }),
  stream: flag('run', ['--output-format', 'json']),
  image: flag('run', ['--attachment', '{value}']),
  file: flag('help', ['--attachment', '{value}']),
  'no-background': flag('run', ['--no-auto-update']),
}

const levels = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const by = { kind: 'arguments', arguments: ['--reasoning-effort', '{value}'] } as const

export const copilotThinking: readonly ThinkingControl[] = [
  { sets: 'effort', transport: 'cli', by, levels, basis: 'run', note: 'another word ends the run' },
  {
    sets: 'effort',
    transport: 'acp',
    by,
    levels,
    basis: 'run',
    note: 'run as --effort, its hidden alias; the session option is refused with a provider of ones own',
  },
]
