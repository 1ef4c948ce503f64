import type { SeenRun } from './ag-ui-job.ts'
import type { AgentSetup } from '../../src/verify/setup/agent-setup.ts'
import { agentSetups, type TestedAgent } from '../../src/verify/setup/agent-setups.ts'

/** The differences between the agents behind AG-UI. */
export interface AgUiAgent {
  surroundings: AgentSetup
  /** How the agent forwards the thought `I think about ropes`. */
  thought: string
  /** The effect of a denial: the agent continues, or ends its turn. */
  denied: Pick<SeenRun, 'text'> & { isCancelled: boolean }
  /** Whether a command ends with its turn; otherwise it ends with the session. */
  endsCommands: boolean
}

/** All of them think over ACP, and ask before they change a file. */
export const agUiAgents = {
  opencode: {
    surroundings: {
      settings: {
        // It asks only in this mode.
        '.config/opencode/opencode.json': {
          ...agentSetups.opencode.settings['.config/opencode/opencode.json'],
          permission: { edit: 'ask' },
        },
      },
    },
    thought: 'I think about ropes',
    denied: { text: '', isCancelled: false },
    endsCommands: true,
  },
  gemini: {
    surroundings: agentSetups.gemini,
    // A thought has a subject, in bold; this one has none.
    thought: '****\nI think about ropes',
    denied: { text: 'It is over', isCancelled: false },
    endsCommands: true,
  },
  claude: {
    surroundings: agentSetups.claude,
    thought: 'I think about ropes',
    denied: { text: 'It is over', isCancelled: false },
    endsCommands: true,
  },
  codex: {
    surroundings: agentSetups.codex,
    thought: 'I think about ropes',
    denied: { text: '', isCancelled: true },
    // Sometimes the agent keeps a command in the background.
    endsCommands: false,
  },
} as const satisfies Partial<Record<TestedAgent, AgUiAgent>>
