import { type AgentFlags, flag } from '../definition-flags.ts'
import type { ModelQuestion } from '../definition-models.ts'
import type { ThinkingControl } from '../definition-thinking.ts'

export const ompFlags: AgentFlags = {
  headless: flag('run', ['--print']),
  prompt: flag('run', ['{value}'], { place: 'last' }),
  model: flag('run', ['--model', '{value}']),
  resume: flag('run', ['--resume', '{value}']),
  continue: flag('run', ['--continue']),
  fork: flag('run', ['--fork', '{value}'], { hidden: 'it works and the help does not list it' }),
  'no-session': flag('help', ['--no-session']),
  'add-directory': flag('help', ['--add-dir', '{value}']),
  'working-directory': flag('help', ['--cwd', '{value}']),
  'system-prompt': flag('help', ['--system-prompt', '{value}']),
  'append-system-prompt': flag('help', ['--append-system-prompt', '{value}']),
  'approve-all': flag('run', ['--approval-mode', 'yolo']),
  deny: flag('run', ['--approval-mode', 'always-ask'], {
    note: 'headless there is nobody to ask, so that the tool fails',
  }),
  stream: flag('run', ['--mode', 'json']),
  image: flag('run', ['@{value}']),
  file: flag('help', ['@{value}']),
}

export const ompThinking: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'cli',
    by: { kind: 'arguments', arguments: ['--thinking', '{value}'] },
    levels: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
    basis: 'run',
    note: 'another word becomes the default without a sign; off is not always off at the provider',
  },
  {
    sets: 'effort',
    transport: 'acp',
    by: { kind: 'session-option', category: 'thought_level' },
    basis: 'run',
    note: 'the levels are those of the model, with off and auto',
  },
]

export const ompModels: ModelQuestion = { arguments: ['models', '--json'], form: 'omp', basis: 'run' }
