import { type AgentFlags, flag } from '../../definition/definition-flags.ts'
import type { ThinkingControl } from '../../definition/definition-thinking.ts'

export const openclawFlags: AgentFlags = {
  oneShot: flag('run', ['agent', 'exec'], { place: 'command' }),
  prompt: flag('run', ['{value}'], { place: 'last' }),
  'prompt-stdin': flag('run', ['--message-file', '-']),
  model: flag('run', ['--model', '{value}'], { note: 'as provider/model' }),
  'working-directory': flag('run', ['--cwd', '{value}']),
  stream: flag('run', ['--json'], { note: 'one object at the end' }),
}

const levels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'adaptive', 'max', 'ultra']

export const openclawThinking: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'cli',
    by: { kind: 'arguments', arguments: ['--thinking', '{value}'] },
    levels,
    basis: 'run',
    note: 'a level that the model does not accept ends the run',
  },
  {
    sets: 'effort',
    transport: 'acp',
    by: { kind: 'session-option', category: 'thought_level' },
    levels,
    basis: 'run',
    note: 'the levels depend on the model',
  },
]
