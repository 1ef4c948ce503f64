import { type AgentFlags, flag } from '../../definition/definition-flags.ts'
import type { LongRunningProcess } from '../../definition/definition-long-running.ts'
import type { ModelQuestion } from '../../definition/definition-models.ts'
import type { ChangedLevels, ThinkingControl } from '../../definition/definition-thinking.ts'

export const piFlags: AgentFlags = {
  oneShot: flag('run', ['--print']),
  prompt: flag('help', ['--', '{value}'], { place: 'last' }),
  'prompt-stdin': flag('run', []),
  model: flag('run', ['--model', '{value}']),
  resume: flag('run', ['--session', '{value}']),
  continue: flag('run', ['--continue']),
  fork: flag('run', ['--fork', '{value}']),
  'session-id': flag('run', ['--session-id', '{value}'], {
    note: 'any text; Pi creates the session if needed',
  }),
  'no-session': flag('run', ['--no-session']),
  'system-prompt': flag('help', ['--system-prompt', '{value}']),
  'append-system-prompt': flag('help', ['--append-system-prompt', '{value}']),
  stream: flag('run', ['--mode', 'json']),
  image: flag('run', ['@{value}']),
  file: flag('help', ['@{value}']),
  'no-background': flag('help', ['--offline']),
}

export const piLongRunning: LongRunningProcess = {
  arguments: ['--mode', 'rpc', '--offline'],
  flags: ['model', 'resume', 'fork', 'no-session', 'system-prompt', 'append-system-prompt'],
  inDialog: ['image'],
  asks: true,
  basis: 'run',
  note: 'asks through an extension of Capstan',
}

const levels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

const changed: readonly ChangedLevels[] = [
  { models: ['anthropic/claude-opus-4-6'], levels: { minimal: 'low', xhigh: 'max' } },
  { models: ['anthropic/claude-opus-4-8'], levels: { minimal: 'low' } },
  { models: ['anthropic/claude-opus-5-5'], levels: { off: 'low', minimal: 'low' } },
  { models: ['anthropic/claude-sonnet-4-5'], levels: { xhigh: 'high', max: 'high' } },
  { models: ['openai/gpt-5.2'], levels: { max: 'xhigh' } },
  { models: ['openai/gpt-6.1-sol'], levels: { off: 'low' } },
]

export const piThinking: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'cli',
    by: { kind: 'arguments', arguments: ['--thinking', '{value}'] },
    levels,
    changed,
    basis: 'run',
    note: 'an unknown level causes a warning and the default',
  },
  {
    sets: 'effort',
    transport: 'acp',
    by: { kind: 'session-option', category: 'thought_level' },
    levels,
    changed,
    basis: 'run',
    note: 'the bridge accepts any level; a level unknown to Pi turns thinking off',
  },
]

export const piModels: ModelQuestion = {
  arguments: ['--mode', 'rpc', '--no-session', '--offline'],
  input: '{"id":"models","type":"get_available_models"}\n',
  form: 'pi',
  basis: 'run',
  note: '--list-models prints less: rounded numbers and no levels',
}
