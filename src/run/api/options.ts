import type { MessageTap } from '../../acp/wire/json-rpc-connection.ts'
import type { ConnectionTimeouts } from '../../acp/connection-options.ts'
import type { McpServer } from '../../acp/mcp-servers.ts'
import type { AgentName } from '../../capabilities/ecosystems/mux/types.ts'
import type { PermissionPolicy } from './permission-policy.ts'
import type { OutputSchema } from './standard-schema.ts'

/** What goes with the prompt: a file of the machine, or its content. */
export type Attachment = FileAttachment | InlineAttachment

/** A file that goes with the prompt. */
export interface FileAttachment {
  path: string
  kind: 'image' | 'file'
}

/** Content that goes with the prompt and need not lie in a file. Over ACP only. */
export interface InlineAttachment {
  path?: undefined
  kind: 'image' | 'audio' | 'file'
  /** Base64 of the bytes. */
  data: string
  mimeType: string
  /** What a file is called. */
  name?: string
}

/** What a caller asks of a run. */
export interface RunOptions {
  agent: AgentName
  prompt: string
  /** An id or an alias; the agent's own choice if not given. */
  model?: string
  /** Lets a model through that the registry does not know. */
  allowUnknownModel?: boolean
  /** `low`, `medium`, `high` or `max`, or a level of the agent's own such as `off`, `none`, `xhigh` or `ultra`. */
  thinkingEffort?: string
  /** The most tokens it may think; 0 switches thinking off where the agent and the model can. */
  thinkingBudgetTokens?: number
  /** Native parameters that are laid over what is worked out, and win: `effort`, `budget_tokens`, `thinking`. */
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
  /** A JSON Schema that the agent itself keeps its answer to; refused where it cannot. */
  outputSchema?: unknown
  /**
   * What the answer has to fit: a schema of any library that follows Standard Schema, or a JSON Schema. The agent keeps
   * to it by itself where it can; otherwise it is asked for JSON, and may mend its answer once.
   */
  schema?: OutputSchema
  jsonMode?: boolean
  approvalMode?: 'yolo' | 'prompt' | 'deny'
  /** Skills and plugins the run counts on; they are loaded from the agent's own folders. */
  skills?: readonly string[]
  plugins?: readonly string[]
  /** Absolute; the current folder if not given. */
  cwd?: string
  /** Variables for the agent beside those it needs. */
  env?: Readonly<Record<string, string>>
  /**
   * What happens when the agent asks before it acts; `approvalMode` is the older word for it. Without either, reads
   * are allowed and everything else is refused.
   */
  permissions?: PermissionPolicy
  /** Runs the agent in bubblewrap: it can write only where the policy lets it, and reads nothing else of the user's. */
  sandbox?: boolean
  /** Accepts that the policy is not enforced where the agent cannot be held to it; without this such a run is refused. */
  allowUnenforced?: boolean
  /** Stops the agent when the run has cost this much. */
  maxCostUsd?: number
  /** Stops the agent when the run has used this many tokens. */
  maxTokens?: number
  maxTurns?: number
  /** Stops the agent after this time. */
  timeoutMs?: number
  /** Stops the agent when nothing came for this time; it does not run while a person decides. */
  inactivityTimeoutMs?: number
  /** What is done when the agent dies in a turn: nothing, or the session is taken up again without repeating the turn. */
  recover?: 'no' | 'session'
  /** The longest line of the agent that is read, in bytes; 32 MiB if not given. */
  maxLineBytes?: number
  /** How long the agent may take for its answers outside of turns. */
  timeouts?: ConnectionTimeouts
  signal?: AbortSignal
  onWarning?: (message: string) => void
  /** Gets what the agent writes to stderr. */
  onStderr?: (text: string) => void
  /** Gets every message between Capstan and the agent as it passes, for a recording. */
  onMessage?: MessageTap
  /** The one that carries most of what is set if not given; ACP of two that carry the same. */
  transport?: 'acp' | 'cli'
  /** The run will be steered: on its command line the agent is then kept open, where it can be. */
  steerable?: boolean
  /** Refuses what is not known to work or would be left out, instead of warning. */
  strict?: boolean
}

/** What can be said for one run of a session. */
export type TurnOptions = Pick<
  RunOptions,
  | 'permissions'
  | 'approvalMode'
  | 'attachments'
  | 'schema'
  | 'maxCostUsd'
  | 'maxTokens'
  | 'maxTurns'
  | 'timeoutMs'
  | 'inactivityTimeoutMs'
  | 'signal'
  | 'onWarning'
>
