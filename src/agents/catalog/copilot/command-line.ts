import { type AgentFlags, flag } from '../../definition/definition-flags.ts'
import type { ThinkingControl } from '../../definition/definition-thinking.ts'

export const copilotFlags: AgentFlags = {
  prompt: flag('run', ['--prompt', '{value}'], { note: 'runs one prompt without the terminal interface' }),
  'prompt-stdin': flag('run', []),
  model: flag('help', ['--model', '{value}']),
  resume: flag('run', ['--resume={value}'], { note: 'keeps the effort' }),
  continue: flag('run', ['--continue']),
  'session-id': flag('run', ['--session-id={value}'], {
    note: 'a new UUID, or the id of a session to resume',
  }),
  'add-directory': flag('help', ['--add-dir', '{value}']),
  'working-directory': flag('help', ['-C', '{value}']),
  'mcp-config': flag('run', ['--additional-mcp-config', '{value}'], {
    note: 'JSON, or @ and a file path',
  }),
  stream: flag('run', ['--output-format', 'json']),
  image: flag('run', ['--attachment', '{value}']),
  file: flag('help', ['--attachment', '{value}']),
  'no-background': flag('run', ['--no-auto-update']),
}

const levels = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const by = { kind: 'arguments', arguments: ['--reasoning-effort', '{value}'] } as const

export const copilotThinking: readonly ThinkingControl[] = [
  { sets: 'effort', transport: 'cli', by, levels, basis: 'run', note: 'an unknown level ends the run' },
  {
    sets: 'effort',
    transport: 'acp',
    by,
    levels,
    basis: 'run',
    note: 'tried as --effort, a hidden alias; with a custom provider, Copilot rejects the session option',
  },
]
