import type { DictionaryRow } from './row.ts'

/** Other agents, execution, interaction, state, process and login. */
export const executionRows: readonly DictionaryRow[] = [
  ['multi-agent.supported', 'works with other agents', { agUi: 'multiAgent.supported' }],
  [
    'multi-agent.delegation',
    'delegates work to other agents',
    {
      agUi: 'multiAgent.delegation, subagents, subAgents',
      mux: 'supportsSubagentDispatch',
      a2e: 'multi_agent',
    },
    'the agents it can delegate to',
  ],
  ['multi-agent.handoffs', 'hands the whole conversation to another agent', { agUi: 'multiAgent.handoffs' }],
  [
    'execution.parallel',
    'runs several tasks in parallel',
    { mux: 'supportsParallelExecution, maxParallelTasks', a2e: 'max_parallel' },
    'the largest number',
  ],
  ['execution.code', 'runs code', { agUi: 'execution.codeExecution' }],
  ['execution.sandboxed', 'runs code in a sandbox', { agUi: 'execution.sandboxed' }],
  [
    'execution.max-iterations',
    'limits the steps of a run',
    { agUi: 'execution.maxIterations' },
    'the number',
  ],
  [
    'execution.max-time',
    'limits the duration of a run',
    { agUi: 'execution.maxExecutionTime' },
    'milliseconds',
  ],

  ['interaction.repl', 'has an interactive mode', { mux: 'supportsInteractiveMode' }],
  [
    'interaction.steer',
    'accepts messages during a turn',
    { agUi: 'humanInTheLoop.interventions', mux: 'supportsStdinInjection', acp: '_meta.steering.supported' },
  ],
  ['interaction.human-in-the-loop', 'involves people', { agUi: 'humanInTheLoop.supported' }],
  ['interaction.feedback', 'learns from user feedback', { agUi: 'humanInTheLoop.feedback' }],
  [
    'interaction.interrupts',
    'can interrupt a run for a question and resume it',
    { agUi: 'humanInTheLoop.interrupts' },
  ],
  [
    'interaction.approve-with-edits',
    'lets the user edit a tool call when approving it',
    { agUi: 'humanInTheLoop.approveWithEdits' },
  ],

  ['state.snapshots', 'sends its whole state', { agUi: 'state.snapshots' }],
  ['state.deltas', 'sends changes of its state', { agUi: 'state.deltas' }],
  ['state.memory', 'keeps memory across threads', { agUi: 'state.memory' }],

  [
    'plugins',
    'loads plugins',
    { mux: 'supportsPlugins, pluginFormats, plugin…Cmd, pluginMarketplaceUrl, pluginRegistries' },
    'formats, commands and registries',
  ],
  ['process.platforms', 'supported platforms', { mux: 'supportedPlatforms' }, 'platforms'],
  ['process.git-required', 'needs a git repository', { mux: 'requiresGitRepo' }],
  ['process.pty-required', 'needs a terminal', { mux: 'requiresPty' }],
  ['auth', 'has a login', { mux: 'authMethods, authFiles', acp: 'authMethods, if any' }, 'methods and files'],
  ['auth.logout', 'has a logout', { acp: 'auth.logout' }],
  ['auth.status', 'reports whether it is logged in', { acp: 'auth.status' }],
  ['install', 'can be installed', { mux: 'installMethods' }, 'the methods'],
]
