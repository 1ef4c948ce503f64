import { type AgentFlags, flag } from '../../definition/definition-flags.ts'
import type { LongRunningProcess } from '../../definition/definition-long-running.ts'
import type { ModelQuestion } from '../../definition/definition-models.ts'
import type { ThinkingControl } from '../../definition/definition-thinking.ts'

export const claudeFlags: AgentFlags = {
  oneShot: flag('run', ['--print']),
  prompt: flag('run', ['{value}'], { place: 'last' }),
  'prompt-stdin': flag('run', []),
  model: flag('run', ['--model', '{value}']),
  resume: flag('run', ['--resume', '{value}'], { note: 'keeps the model, not the effort' }),
  continue: flag('run', ['--continue']),
  fork: flag('run', ['--resume', '{value}', '--fork-session']),
  'session-id': flag('run', ['--session-id', '{value}'], { note: 'a new UUID' }),
  'no-session': flag('help', ['--no-session-persistence']),
  'add-directory': flag('run', ['--add-dir', '{value}'], { variadic: true }),
  'mcp-config': flag('run', ['--mcp-config', '{value}', '--strict-mcp-config'], {
    note: 'JSON or a file path; other servers are ignored',
  }),
  'system-prompt': flag('help', ['--system-prompt', '{value}']),
  'append-system-prompt': flag('help', ['--append-system-prompt', '{value}']),
  stream: flag('run', ['--output-format', 'stream-json', '--verbose', '--include-partial-messages']),
  'stream-input': flag('run', ['--input-format', 'stream-json']),
  schema: flag('run', ['--json-schema', '{value}'], {
    form: 'draft-07',
    note: 'any other $schema and keywords of newer drafts end the run',
  }),
  'max-turns': flag('run', ['--max-turns', '{value}'], { hidden: 'not in the help' }),
  'max-cost': flag('help', ['--max-budget-usd', '{value}']),
}

export const claudeLongRunning: LongRunningProcess = {
  arguments: [
    '--print',
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    '--verbose',
    '--include-partial-messages',
    '--permission-prompt-tool',
    'stdio',
  ],
  flags: [
    'model',
    'resume',
    'fork',
    'no-session',
    'add-directory',
    'system-prompt',
    'append-system-prompt',
    'max-turns',
    'max-cost',
  ],
  inDialog: ['image'],
  asks: true,
  basis: 'run',
  note: '--permission-prompt-tool stdio is not in the help',
}

const levels = ['low', 'medium', 'high', 'xhigh', 'max']

export const claudeThinking: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'cli',
    by: { kind: 'arguments', arguments: ['--effort', '{value}'] },
    levels,
    changed: [{ models: ['claude-opus-4-5*'], levels: { max: 'high' } }],
    basis: 'run',
    note: 'CLAUDE_CODE_EFFORT_LEVEL takes precedence; an unknown level causes a warning on stderr and the default',
  },
  {
    sets: 'effort',
    transport: 'acp',
    by: { kind: 'session-option', category: 'thought_level' },
    levels,
    basis: 'run',
  },
  {
    sets: 'budget',
    transport: 'cli',
    by: { kind: 'environment', variable: 'MAX_THINKING_TOKENS' },
    models: ['claude-haiku-4-5*', 'claude-opus-4-5*', 'claude-sonnet-4-5*'],
    basis: 'run',
    note: 'up to 31999; 0 turns thinking off; 4.6 and 5.x models ignore the budget',
  },
  {
    sets: 'off',
    transport: 'cli',
    by: { kind: 'arguments', arguments: ['--thinking', 'disabled'] },
    models: ['claude-opus-4-6*', 'claude-sonnet-4-6*'],
    basis: 'run',
    hidden: 'not in the help',
    note: '5.x models ignore this option',
  },
]

/** Claude answers without a login and before it calls a model. */
export const claudeModels: ModelQuestion = {
  arguments: ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
  input: '{"type":"control_request","request_id":"models","request":{"subtype":"initialize"}}\n',
  form: 'claude',
  basis: 'run',
}
