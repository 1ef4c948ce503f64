import { type AgentFlags, flag } from '../../definition/definition-flags.ts'
import type { ModelQuestion } from '../../definition/definition-models.ts'
import type { ChangedLevels, ThinkingControl } from '../../definition/definition-thinking.ts'

export const ompFlags: AgentFlags = {
  oneShot: flag('run', ['--print']),
  prompt: flag('run', ['{value}'], { place: 'last' }),
  'prompt-stdin': flag('run', []),
  model: flag('run', ['--model', '{value}']),
  resume: flag('run', ['--resume', '{value}']),
  continue: flag('run', ['--continue']),
  fork: flag('run', ['--fork', '{value}'], { hidden: 'works, but is not in the help' }),
  'no-session': flag('help', ['--no-session']),
  'add-directory': flag('help', ['--add-dir', '{value}']),
  'working-directory': flag('help', ['--cwd', '{value}']),
  'system-prompt': flag('help', ['--system-prompt', '{value}']),
  'append-system-prompt': flag('help', ['--append-system-prompt', '{value}']),
  stream: flag('run', ['--mode', 'json']),
  image: flag('run', ['@{value}']),
  file: flag('help', ['@{value}']),
}

const levels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'auto']
// Recorded once per protocol: `off` turns thinking off only for models that get a budget.
const changed: readonly ChangedLevels[] = [
  { models: ['anthropic/claude-sonnet-4-5*'], levels: { max: 'xhigh' } },
  { models: ['anthropic/claude-opus-4-6'], levels: { off: 'low', minimal: 'low', xhigh: 'high' } },
  { models: ['openai/gpt-5.2'], levels: { off: 'low', max: 'xhigh' } },
  { models: ['anthropic/claude-haiku-4-5*', 'anthropic/claude-opus-4-5*'], levels: {} },
  { models: ['anthropic/*', 'openai/*'], levels: { off: 'low' } },
]

export const ompThinking: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'cli',
    by: { kind: 'arguments', arguments: ['--thinking', '{value}'] },
    levels,
    otherLevels: 'ignored',
    changed,
    basis: 'run',
    note: 'omp silently replaces an unknown level with the default; off does not always reach the provider as off',
  },
  {
    sets: 'effort',
    transport: 'acp',
    by: { kind: 'session-option', category: 'thought_level' },
    levels,
    changed,
    basis: 'run',
    note: 'the levels of the model, plus off and auto',
  },
]

export const ompModels: ModelQuestion = { arguments: ['models', '--json'], form: 'omp', basis: 'run' }
