import type { AgentName } from '../capabilities/ecosystems/mux/types.ts'

/** An MCP server that is given to the agent for a run. */
export type McpServer =
  | {
      type?: 'stdio'
      name: string
      command: string
      args?: readonly string[]
      env?: Readonly<Record<string, string>>
    }
  | { type: 'http' | 'sse'; name: string; url: string; headers?: Readonly<Record<string, string>> }

/** A file that goes with the prompt. */
export interface Attachment {
  path: string
  kind: 'image' | 'file'
}

/** What a caller asks of a run. */
export interface RunOptions {
  agent: AgentName
  prompt: string
  /** An id or an alias; the agent's own choice if not given. */
  model?: string
  /** Lets a model through that the registry does not know. */
  allowUnknownModel?: boolean
  /** `low`, `medium`, `high` or `max`, or a word of the model's own such as `none`, `minimal`, `xhigh` or `ultra`. */
  thinkingEffort?: string
  thinkingBudgetTokens?: number
  /** Native parameters that are laid over what is worked out, and win. */
  thinkingOverride?: Readonly<Record<string, unknown>>
  /** An earlier session to go on with. */
  sessionId?: string
  /** An earlier session to branch from. */
  forkSessionId?: string
  /** Keeps nothing of the session. */
  noSession?: boolean
  systemPrompt?: string
  appendSystemPrompt?: string
  attachments?: readonly Attachment[]
  mcpServers?: readonly McpServer[]
  additionalDirectories?: readonly string[]
  outputSchema?: unknown
  jsonMode?: boolean
  approvalMode?: 'yolo' | 'prompt' | 'deny'
  /** Skills and plugins the run counts on; they are loaded from the agent's own folders. */
  skills?: readonly string[]
  plugins?: readonly string[]
  maxTurns?: number
  maxCostUsd?: number
  /** ACP where the agent speaks it, else its command line. */
  transport?: 'acp' | 'cli'
  /** Refuses what is not known to work, instead of warning. */
  strict?: boolean
}
