import type { MessageTap } from '../../acp/wire/json-rpc-connection.ts'
import type { ConnectionTimeouts } from '../../acp/connection-options.ts'
import type { McpServer } from '../../acp/mcp-servers.ts'
import type { AgentName } from '../../capabilities/ecosystems/mux/types.ts'
import type { PermissionPolicy } from './permission-policy.ts'
import type { OutputSchema } from './standard-schema.ts'

/** An attachment of the prompt: a local file, or inline content. */
export type Attachment = FileAttachment | InlineAttachment

/** A file attached to the prompt. */
export interface FileAttachment {
  path: string
  kind: 'image' | 'file'
}

/** Inline content attached to the prompt. Over ACP only. */
export interface InlineAttachment {
  path?: undefined
  kind: 'image' | 'audio' | 'file'
  /** Base64 of the bytes. */
  data: string
  mimeType: string
  /** The file name. */
  name?: string
}

/** The options of a run. */
export interface RunOptions {
  /** The agent, or `auto`: the best installed agent for the needs of the run. */
  agent: AgentName
  prompt: string
  /** A model id or alias; the agent's default if not set. */
  model?: string
  /** Allows a model that the registry does not know. */
  allowUnknownModel?: boolean
  /** `low`, `medium`, `high` or `max`, or an agent-specific level such as `off`, `none`, `xhigh` or `ultra`. */
  thinkingEffort?: string
  /** The maximum number of thinking tokens; 0 turns thinking off if the agent and the model support that. */
  thinkingBudgetTokens?: number
  /** Native parameters that override the computed ones: `effort`, `budget_tokens`, `thinking`. */
  thinkingOverride?: Readonly<Record<string, unknown>>
  /** An earlier session to resume. */
  sessionId?: string
  /** An earlier session to fork. */
  forkSessionId?: string
  /** Does not keep the session after the run. */
  noSession?: boolean
  systemPrompt?: string
  appendSystemPrompt?: string
  attachments?: readonly Attachment[]
  mcpServers?: readonly McpServer[]
  additionalDirectories?: readonly string[]
  /** A JSON Schema that the agent itself enforces; refused if the agent cannot. */
  outputSchema?: unknown
  /**
   * The schema of the answer: a Standard Schema of any library, or a JSON Schema. The agent enforces it if it can;
   * otherwise the prompt requests JSON, and the agent may correct its answer once.
   */
  schema?: OutputSchema
  jsonMode?: boolean
  approvalMode?: 'yolo' | 'prompt' | 'deny'
  /** Skills and plugins the run depends on; the agent loads them from its own folders. */
  skills?: readonly string[]
  plugins?: readonly string[]
  /** Absolute path; the current folder if not set. */
  cwd?: string
  /** Additional environment variables for the agent. */
  env?: Readonly<Record<string, string>>
  /**
   * The policy for the agent's permission requests; `approvalMode` is the older name. By default reads are allowed and
   * everything else is refused.
   */
  permissions?: PermissionPolicy
  /** Runs the agent in bubblewrap: it can write only where the policy allows, and cannot read other files of the user. */
  sandbox?: boolean
  /** Starts the run even if the agent cannot enforce the policy; otherwise such a run is refused. */
  allowUnenforced?: boolean
  /** Stops the agent when the run has cost this much. */
  maxCostUsd?: number
  /** Stops the agent when the run has used this many tokens. */
  maxTokens?: number
  maxTurns?: number
  /** Stops the agent after this time. */
  timeoutMs?: number
  /** Stops the agent if it sends nothing for this time. Time spent waiting for a person does not count. */
  inactivityTimeoutMs?: number
  /** What to do if the agent crashes during a turn: nothing, or resume the session without repeating the turn. */
  recover?: 'no' | 'session'
  /** The maximum length of a line from the agent, in bytes; 32 MiB by default. */
  maxLineBytes?: number
  /** Timeouts for the agent's responses outside of turns. */
  timeouts?: ConnectionTimeouts
  signal?: AbortSignal
  onWarning?: (message: string) => void
  /** Receives the agent's stderr. */
  onStderr?: (text: string) => void
  /** Receives every message between Capstan and the agent, for recording. */
  onMessage?: MessageTap
  /** If not set, the transport that supports most of the options; ACP if both support the same. */
  transport?: 'acp' | 'cli'
  /** The run will be steered: on its command line the agent then runs as a long-running process, if it can. */
  steerable?: boolean
  /** What the agent must support, with agent `auto`: ids of capabilities, `id=value`, or words such as `json schema`. */
  needs?: readonly string[]
  /** The highest price of the model with agent `auto`, in US dollars per million input tokens. */
  maxPrice?: number
  /** Accepts capabilities without evidence, with agent `auto`. */
  allowUnknown?: boolean
  /** Ranks agents and models by price before anything else, with agent `auto`. */
  cheapest?: boolean
  /**
   * Agents that take over, as `agent` or `agent/model`, if the provider refuses the agent or it crashes before it has done
   * anything.
   */
  fallback?: readonly string[]
  /** Lets another agent take over after work that may have had effects, with a summary of that work in the prompt. */
  fallbackAfterEffects?: boolean
  /** Refuses options that are unverified or would be ignored, instead of warning. */
  strict?: boolean
}

/** The options that one run of a session can set. */
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
