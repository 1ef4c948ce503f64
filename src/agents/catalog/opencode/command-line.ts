import { type AgentFlags, flag } from '../../definition/definition-flags.ts'
import type { ModelQuestion } from '../../definition/definition-models.ts'
import type { ThinkingControl } from '../../definition/definition-thinking.ts'

export const opencodeFlags: AgentFlags = {
  oneShot: flag('run', ['run'], { place: 'command' }),
  prompt: flag('run', ['{value}'], { place: 'last' }),
  'prompt-stdin': flag('run', []),
  model: flag('run', ['--model', '{value}'], { note: 'as provider/model' }),
  resume: flag('run', ['--session', '{value}']),
  continue: flag('run', ['--continue']),
  fork: flag('run', ['--session', '{value}', '--fork']),
  'working-directory': flag('help', ['--dir', '{value}']),
  // OpenCode reports retries only in its log, and retries after a cut stream only from level INFO.
  stream: flag('run', ['--format', 'json', '--thinking', '--print-logs', '--log-level', 'INFO'], {
    note: 'whole parts, no streaming',
  }),
  image: flag('run', ['--file', '{value}'], { variadic: true }),
  file: flag('help', ['--file', '{value}'], { variadic: true }),
}

export const opencodeThinking: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'cli',
    by: { kind: 'arguments', arguments: ['--variant', '{value}'] },
    otherLevels: 'ignored',
    basis: 'run',
    note: "the levels are the model's variants; OpenCode silently ignores any other level",
  },
  {
    sets: 'effort',
    transport: 'acp',
    by: { kind: 'session-option', category: 'thought_level' },
    // A session starts with the first variant in the list, which for some models is `none`.
    whenUnset: 'default',
    basis: 'run',
    note: 'only for models with variants',
  },
]

export const opencodeModels: ModelQuestion = {
  arguments: ['models', '--verbose'],
  form: 'opencode',
  basis: 'run',
}
