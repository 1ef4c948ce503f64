import type { SeenRun } from './ag-ui-job.ts'
import { type AgentSurroundings, agentSurroundings, type TestedAgent } from './agent-surroundings.ts'

/** What differs between agents that clients of AG-UI speak with. */
export interface AgUiAgent {
  surroundings: AgentSurroundings
  /** How it passes on the thought `I think about ropes`. */
  thought: string
  /** What comes of a refusal: the agent may go on, or end its turn. */
  denied: Pick<SeenRun, 'text'> & { isCancelled: boolean }
  /** Whether a command ends with the turn it belongs to; if not, it ends with the session. */
  endsCommands: boolean
}

/** All of them think over ACP, and ask before they change a file. */
export const agUiAgents = {
  opencode: {
    surroundings: {
      settings: {
        // It asks only in this mode.
        '.config/opencode/opencode.json': {
          ...agentSurroundings.opencode.settings['.config/opencode/opencode.json'],
          permission: { edit: 'ask' },
        },
      },
    },
    thought: 'I think about ropes',
    denied: { text: '', isCancelled: false },
    endsCommands: true,
  },
  gemini: {
    surroundings: agentSurroundings.gemini,
    // A thought has a subject, in bold; this one has none.
    thought: '****\nI think about ropes',
    denied: { text: 'It is over', isCancelled: false },
    endsCommands: true,
  },
  claude: {
    surroundings: agentSurroundings.claude,
    thought: 'I think about ropes',
    denied: { text: 'It is over', isCancelled: false },
    endsCommands: true,
  },
  codex: {
    surroundings: agentSurroundings.codex,
    thought: 'I think about ropes',
    denied: { text: '', isCancelled: true },
    // Sometimes it keeps one in the background.
    endsCommands: false,
  },
} as const satisfies Partial<Record<TestedAgent, AgUiAgent>>
