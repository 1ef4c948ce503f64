import { type AgentFlags, flag } from '../../definition/definition-flags.ts'
import type { LongRunningProcess } from '../../definition/definition-long-running.ts'
import type { ModelQuestion } from '../../definition/definition-models.ts'
import type { ThinkingControl } from '../../definition/definition-thinking.ts'

export const codexFlags: AgentFlags = {
  oneShot: flag('run', ['exec'], { place: 'command' }),
  prompt: flag('run', ['{value}'], { place: 'last', note: 'a single dash reads the prompt from stdin' }),
  'prompt-stdin': flag('run', ['-']),
  model: flag('run', ['--model', '{value}']),
  resume: flag('run', ['resume', '{value}'], {
    place: 'command',
    note: 'keeps neither model nor effort; the help lists no --sandbox, --add-dir or --cd',
  }),
  continue: flag('run', ['resume', '--last'], { place: 'command' }),
  fork: flag('run', ['fork', '{value}'], { place: 'command' }),
  'no-session': flag('help', ['--ephemeral']),
  'add-directory': flag('help', ['--add-dir', '{value}']),
  'working-directory': flag('help', ['--cd', '{value}']),
  'mcp-config': flag('run', ['--config', 'mcp_servers.{value}'], {
    note: 'one server per option: name=TOML table',
  }),
  stream: flag('run', ['--json'], { note: 'whole items, no streaming' }),
  'schema-file': flag('run', ['--output-schema', '{value}'], {
    form: 'strict',
    note: 'reaches the provider unchanged, in strict mode',
  }),
  image: flag('run', ['--image', '{value}'], { variadic: true }),
  'skip-git-check': flag('run', ['--skip-git-repo-check']),
  'no-background': flag('run', ['--disable', 'plugins', '--config', 'analytics.enabled=false'], {
    note: 'otherwise the process stays about 5 seconds after the turn to look for plugins',
  }),
}

export const codexLongRunning: LongRunningProcess = {
  arguments: ['app-server', '--disable', 'plugins', '--config', 'analytics.enabled=false'],
  flags: [],
  inDialog: ['model', 'resume', 'fork', 'no-session', 'image'],
  asks: true,
  basis: 'run',
}

const levels = ['low', 'medium', 'high', 'xhigh', 'max', 'ultra']
const changed = [{ levels: { ultra: 'xhigh' } }]

export const codexThinking: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'cli',
    by: { kind: 'arguments', arguments: ['--config', 'model_reasoning_effort={value}'] },
    levels,
    otherLevels: 'sent',
    changed,
    basis: 'run',
    note: 'any other level reaches the provider unchanged; ultra also lets Codex delegate to other agents',
  },
  {
    sets: 'effort',
    transport: 'acp',
    by: { kind: 'session-option', category: 'thought_level' },
    levels,
    changed,
    basis: 'run',
    note: 'the levels depend on the model',
  },
]

export const codexModels: ModelQuestion = { arguments: ['debug', 'models'], form: 'codex', basis: 'run' }
