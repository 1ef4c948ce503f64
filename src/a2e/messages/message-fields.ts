// Written by scripts/a2e/generate.ts from the schemas beside it.
import type { Capability } from '../../capabilities/ecosystems/a2e/types.ts'

export interface ToolDefinition {
  name: string
  description: string
  input_parameters?: ToolParameter[]
  output_parameters?: ToolParameter[]
  streaming?: boolean
  idempotent?: boolean
  tags?: string[]
  version?: string
  toolkit?: string | null
  defer_loading?: boolean
}

export interface ToolParameter {
  name: string
  type: string
  description: string
  required?: boolean
  enum?: string[] | null
  properties?: Record<string, ToolParameter> | null
}

export interface ToolEvent {
  type?: string
  id?: string
  version?: string
  ts?: number
  kind?: string
  req_id?: string
  data?: Record<string, unknown>
  seq?: number
}

export interface ToolResult {
  success: boolean
  tool_name: string
  data?: unknown
  summary?: unknown
  truncated?: boolean | null
  exit_code?: number | null
  error?: string | null
  error_code?: string | null
  duration_ms: number
  events?: ToolEvent[]
}

export interface ToolkitDefinition {
  name: string
  alias?: string
  description?: string
  category?: string
  tags?: string[]
  icon_svg?: string | null
  schema?: Record<string, unknown>
  tools: string[]
  configured?: boolean
  version?: string
}

export interface LLMConfig {
  provider_name: string
  provider_credentials: Record<string, unknown>
  provider_config?: Record<string, unknown> | null
  is_default?: boolean | null
}

export interface SkillDefinition {
  name: string
  version: string
  description: string
  triggers: string[]
  tools?: unknown[] | null
  toolkits?: unknown[] | null
  status: SkillStatus
  input_schema?: Record<string, unknown>
  output_schema?: Record<string, unknown>
  instructions?: string | null
  file_path?: string | null
  llm_config?: LLMConfig | null
  arguments?: string[] | null
  when_to_use: string
  argument_hint: string
  source: string
  category?: string | null
  tags?: string[] | null
  max_turns?: number | null
  timeout_seconds?: number | null
  icon?: string | null
  metadata?: Record<string, unknown> | null
}

export type SkillStatus = 'Created' | 'Blocked' | 'Published' | 'Archived'

export interface SkillEvent {
  type?: string
  id?: string
  version?: string
  ts?: number
  kind?: string
  req_id?: string
  data?: Record<string, unknown>
  seq?: number
}

export interface SkillResult {
  success: boolean
  data?: unknown
  summary?: unknown
  truncated?: boolean | null
  error?: string | null
  error_code?: string | null
  duration_ms: number
  events?: SkillEvent[]
}

export interface EnvObservation {
  episode_id: string
  step_num: number
  state: EnvState
  done?: boolean
  truncated?: boolean
  reward?: number | null
  created_at?: number
  metadata?: Record<string, unknown> | null
}

export type EnvState = object

export interface EnvStepResponse {
  type?: string
  id?: string
  version?: string
  ts?: number
  req_id?: string
  obs: EnvObservation
}

export interface Feedback {
  feedback_id?: string
  correlation_id?: string
  session_id?: string
  rated_turn: RatedTurn | null
  polarity: FeedbackPolarity
  score?: number
  dimension?: FeedbackDimension
  confidence?: number
  comment?: string
  correction?: string
  correction_span?: [number, number] | null
  source?: FeedbackSource
  annotator_id?: string
  ts?: number
}

export type FeedbackDimension = 'correctness' | 'helpfulness' | 'safety' | 'tone' | 'plan_quality'

export type FeedbackPolarity = 'positive' | 'negative' | 'neutral' | 'corrective'

export type FeedbackSource = 'human' | 'env' | 'self'

export interface RatedTurn {
  prompt: string
  response: string
  model: string
  environment?: unknown
  version?: string | null
}

export interface Experience {
  experience_id?: string
  state?: Record<string, unknown>
  action?: Record<string, unknown>
  reward?: number
  next_state?: Record<string, unknown>
  done?: boolean
  episode_id?: string
  step?: number
  ts?: number
}

export type AdaptStrategy = 'ppo' | 'ucb1' | 'epsilon_greedy' | 'softmax' | 'custom'

export interface HandshakeRequest {
  agent_id?: string
  agent_caps?: string[]
  auth_token?: string
}

export interface HandshakeResponse {
  session_id?: string
  accepted_caps?: Capability[]
  max_parallel?: number
  ok?: boolean
  reason?: string
}

export type Ping = object

export interface Pong {
  uptime_seconds?: number
}

export interface Shutdown {
  timeout?: number
}

export interface ErrorMessage {
  code: string
  message?: string
  detail?: Record<string, unknown>
  retryable?: boolean
  capability_name?: string
}

export interface A2EEvent {
  kind?: string
  data?: Record<string, unknown>
  seq?: number
}

export interface ToolListRequest {
  filter_kind?: string
  filter_tags?: string[]
  query?: string
  include_deferred?: boolean
}

export interface ToolListResponse {
  tools?: ToolDefinition[]
}

export interface ToolCallRequest {
  session_id?: string
  tool_name?: string
  arguments: Record<string, unknown>
  correlation_id?: string
  streaming?: boolean
  timeout?: number
}

export interface ToolEventMessage {
  kind?: string
  data?: Record<string, unknown>
  seq?: number
}

export interface ToolCallResponse {
  data: ToolResult
  created_at?: number
}

export interface ToolkitListRequest {
  filter_kind?: string
  filter_tags?: string[]
}

export interface ToolkitListResponse {
  toolkits?: ToolkitDefinition[]
}

export interface ToolkitConfigureRequest {
  session_id?: string
  toolkit_name?: string
  config?: Record<string, unknown>
}

export interface ToolkitConfigureResponse {
  toolkit_name?: string
  status?: string
  message?: string | null
}

export interface SkillDiscoverRequest {
  filter_tags?: string[]
  filter_categories?: string[]
}

export interface SkillDiscoverResponse {
  skills?: SkillDefinition[]
}

export interface SkillCallRequest {
  name?: string
  arguments?: Record<string, unknown>
  correlation_id?: string
  timeout?: number
  streaming?: boolean
  llm_override?: LLMConfig | null
  metadata?: Record<string, unknown>
}

export interface SkillCallResponse {
  name?: string
  data: SkillResult | null
  error?: Record<string, unknown> | null
  created_at?: number
}

export interface SkillEventMessage {
  kind?: string
  data?: Record<string, unknown>
  seq?: number
}

export interface EnvResetRequest {
  env_name: string
  seed?: number | null
  options?: Record<string, unknown>
}

export interface EnvResetResponse {
  obs: EnvObservation
}

export interface EnvStepRequest {
  episode_id: string
  action: Record<string, unknown>
}

export interface EnvStepResponseMessage {
  obs: EnvObservation
}

export interface EnvObserveRequest {
  episode_id: string
}

export interface EnvObserveResponse {
  obs: EnvObservation
}

export interface EnvCloseRequest {
  episode_id: string
}

export interface EnvCloseResponse {
  closed?: boolean
}

export interface EnvSpacesRequest {
  env_name: string
}

export interface EnvSpacesResponse {
  action_space: Record<string, unknown>
  state_schema: Record<string, unknown>
}

export interface EnvRenderRequest {
  episode_id: string
  mode?: string | null
}

export interface EnvRenderResponse {
  render: unknown
}

export interface EnvPlanResponse {
  suggested_actions?: Record<string, unknown>[]
}

export interface EnvBatchStepRequest {
  episode_ids: string[]
  actions: Record<string, unknown>[]
}

export interface EnvBatchStepResponse {
  results: EnvStepResponse[]
}

export interface EnvExpListRequest {
  episode_id?: string
  limit?: number
}

export interface EnvExpListResponse {
  episodes?: Record<string, unknown>[]
}

export interface EnvStatePush {
  episode_id: string
  step_id: number
  action_id?: string | null
  event_type: string
  reason?: string
  delta?: Record<string, unknown>
  reward?: number | null
  reward_info?: Record<string, unknown> | null
  terminal?: boolean
}

export interface ProcSpawnRequest {
  session_id?: string
  cmd?: string[]
  cwd?: string
  env?: Record<string, unknown>
  stdin_mode?: string
  timeout?: number
}

export interface ProcSpawnResponse {
  proc_id?: string
  ok?: boolean
  pid?: number
  error?: string
}

export interface ProcWriteRequest {
  proc_id?: string
  data?: string
  eof?: boolean
}

export interface ProcWriteResponse {
  proc_id?: string
  ok?: boolean
  pid?: number
  error?: string
}

export interface ProcReadEvent {
  kind?: string
  data?: Record<string, unknown>
  seq?: number
  proc_id?: string
  stream_type?: string
}

export interface ProcKillRequest {
  proc_id?: string
  signal?: string
}

export interface ProcKillResponse {
  ok?: boolean
  state?: string
}

export interface ProcStatusRequest {
  proc_id?: string
}

export interface ProcStatusResponse {
  proc_id: string
  status: string
  error: string
}

export interface MemoryInitRequest {
  namespace?: string
  scope?: Record<string, string>
  metadata?: Record<string, unknown>
}

export interface MemoryInitResponse {
  memory_id: string
  namespace: string
  success?: boolean
}

export interface MemoryStoreRequest {
  memory_id: string
  entries?: Record<string, unknown>[]
}

export interface MemoryStoreResponse {
  stored?: Record<string, unknown>[]
  errors?: string[]
}

export interface MemoryRetrieveRequest {
  memory_id: string
  keys?: Record<string, unknown>[]
  query?: string
  tags?: string[]
  tier?: string
  limit?: number
  min_score?: number
}

export interface MemoryRetrieveResponse {
  entries?: Record<string, unknown>[]
  total?: number
}

export interface MemoryForgetRequest {
  memory_id: string
  keys?: Record<string, unknown>[]
  tags?: string[]
  tier?: string
}

export interface MemoryForgetResponse {
  deleted?: number
}

export interface LearnFeedbackRequest {
  feedbacks: Feedback[]
}

export interface LearnFeedbackResponse {
  recorded?: number
  new_score?: number | null
}

export interface LearnExperienceRequest {
  experiences?: Experience[]
}

export interface LearnExperienceResponse {
  stored?: number
}

export interface LearnAdaptRequest {
  component_name?: string
  strategy?: AdaptStrategy
}

export interface LearnAdaptResponse {
  updated?: Record<string, unknown>[]
  message?: string
}

export interface LearnStatsRequest {
  component_name?: string
}

export interface LearnStatsResponse {
  components?: Record<string, unknown>[]
}

export interface LearnRefinementPlanRequest {
  component_name?: string
  scope?: string
}

export interface LearnRefinementPlanResponse {
  plan_id?: string
  proposals?: Record<string, unknown>[]
  status?: string
}

export interface LearnRefinementApplyRequest {
  proposal?: Record<string, unknown>
}

export interface LearnRefinementApplyResponse {
  refinement_id?: string
  applied_edits?: number
  failed_edits?: number
  rollback_available?: boolean
  error?: string
}

export interface LearnRefinementRollbackRequest {
  refinement_id?: string
}

export interface LearnRefinementRollbackResponse {
  refinement_id?: string
  rolled_back?: boolean
  error?: string
}

export interface LearnRefinementReviewRequest {
  proposal?: Record<string, unknown>
}

export interface LearnRefinementReviewResponse {
  approved?: boolean
  confidence_adjusted?: number
  reasons?: string[]
  risk_level?: string
}

export type LearnRefinementHistoryRequest = object

export interface LearnRefinementHistoryResponse {
  entries?: Record<string, unknown>[]
}

export interface ChainRequest {
  session_id?: string
  chain_id?: string
  nodes?: Record<string, unknown>[]
  entry_node?: string
  initial_input?: Record<string, unknown>
  correlation_id?: string
  streaming?: boolean
  timeout?: number
}

export interface ChainEvent {
  kind?: string
  data?: Record<string, unknown>
  seq?: number
  node_id?: string
  phase?: string
  output?: unknown
  error?: string
}

export interface ChainResponse {
  chain_id?: string
  success?: boolean
  outputs?: Record<string, unknown>
  final_output?: unknown
  duration_ms?: number
  nodes_run?: number
  error?: Record<string, unknown> | null
}

export interface MCPServerListRequest {
  status_filter?: string
}

export interface MCPServerListResponse {
  servers?: Record<string, unknown>[]
}

export interface MCPServerRegisterRequest {
  config?: Record<string, unknown>
}

export interface MCPServerRegisterResponse {
  ok?: boolean
  server?: Record<string, unknown>
  error?: string
}

export interface MCPServerUnregisterRequest {
  server_id?: string
}

export interface MCPServerUnregisterResponse {
  ok?: boolean
  server_id?: string
}

export interface MCPResourceListRequest {
  server_id?: string
  cursor?: string
}

export interface MCPResourceListResponse {
  resources?: Record<string, unknown>[]
  next_cursor?: string
}

export interface MCPResourceReadRequest {
  uri?: string
  server_id?: string
}

export interface MCPResourceReadResponse {
  contents?: Record<string, unknown>[]
  server_id?: string
  error?: string
}

export interface MCPResourceSubscribeRequest {
  uri?: string
  server_id?: string
}

export interface MCPResourceSubscribeResponse {
  ok?: boolean
  error?: string
}

export interface MCPPromptListRequest {
  server_id?: string
  cursor?: string
}

export interface MCPPromptListResponse {
  prompts?: Record<string, unknown>[]
  next_cursor?: string
}

export interface MCPPromptGetRequest {
  name?: string
  arguments?: Record<string, unknown>
  server_id?: string
}

export interface MCPPromptGetResponse {
  description?: string
  messages?: Record<string, unknown>[]
  server_id?: string
  error?: string
}

export interface MCPRootsListRequest {
  server_id?: string
  mcp_request_id?: string
}

export interface MCPRootsListResponse {
  server_id?: string
  mcp_request_id?: string
  roots?: Record<string, unknown>[]
}

export interface MCPSamplingRequest {
  server_id?: string
  mcp_request_id?: string
  messages?: Record<string, unknown>[]
  model_preferences?: Record<string, unknown>
  system_prompt?: string
  include_context?: string
  temperature?: number
  max_tokens?: number
  stop_sequences?: string[]
  metadata?: Record<string, unknown>
}

export interface MCPSamplingResponse {
  server_id?: string
  mcp_request_id?: string
  role?: string
  content?: Record<string, unknown>
  model?: string
  stop_reason?: string
  error?: string
}

export interface SpawnReq {
  name: string
  role?: string
  model?: string
  max_steps?: number
  metadata?: Record<string, unknown>
}

export interface DelegateReq {
  subagent_id: string
  task_name: string
  instruction: string
  success_criteria?: string[]
}

export interface AwaitReq {
  subagent_id: string
}

export type ListReq = object

export interface TerminateReq {
  subagent_id: string
}

export interface SpawnResp {
  subagent_id?: string
  status?: string
}

export interface DelegateResp {
  accepted?: boolean
  status?: string
}

export interface AwaitResp {
  subagent_id?: string
  status?: string
  result?: Record<string, unknown> | null
  error?: string | null
}

export interface ListResp {
  subagents?: Record<string, unknown>[]
}

export interface TerminateResp {
  success?: boolean
  subagent_id?: string
}

export interface PlanCreateRequest {
  name?: string
  columns?: string[]
  description?: string
}

export type PlanListRequest = object

export interface TaskAddRequest {
  plan_id: string
  title: string
  status?: string
  description?: string
  assignee?: string
  deps?: string[]
  metadata?: Record<string, unknown>
}

export interface TaskUpdateRequest {
  plan_id: string
  task_id: string
  status?: string
  assignee?: string
  deps?: string[]
}

export interface TaskListRequest {
  plan_id?: string
  status?: string
}

export interface PlanBoardRequest {
  plan_id?: string
}

export interface PlanCreateResponse {
  success?: boolean
  plan_id?: string
  columns?: string[]
}

export interface PlanListResponse {
  plans?: Record<string, unknown>[]
}

export interface TaskAddResponse {
  success?: boolean
  task_id?: string
  status?: string
}

export interface TaskUpdateResponse {
  success?: boolean
  task_id?: string
}

export interface TaskListResponse {
  tasks?: Record<string, unknown>[]
}

export interface PlanBoardResponse {
  boards?: Record<string, unknown>[]
}

/** The fields of every type of message, without the envelope. */
export interface MessageFields {
  'handshake/req': HandshakeRequest
  'handshake/resp': HandshakeResponse
  ping: Ping
  pong: Pong
  shutdown: Shutdown
  error: ErrorMessage
  'invoke/event': A2EEvent
  'tool/list/req': ToolListRequest
  'tool/list/resp': ToolListResponse
  'tool/call/req': ToolCallRequest
  'tool/event': ToolEventMessage
  'tool/call/resp': ToolCallResponse
  'toolkit/list/req': ToolkitListRequest
  'toolkit/list/resp': ToolkitListResponse
  'toolkit/configure/req': ToolkitConfigureRequest
  'toolkit/configure/resp': ToolkitConfigureResponse
  'skill/discover/req': SkillDiscoverRequest
  'skill/discover/resp': SkillDiscoverResponse
  'skill/call/req': SkillCallRequest
  'skill/call/resp': SkillCallResponse
  'skill/event': SkillEventMessage
  'env/reset/req': EnvResetRequest
  'env/reset/resp': EnvResetResponse
  'env/step/req': EnvStepRequest
  'env/step/resp': EnvStepResponseMessage
  'env/observe/req': EnvObserveRequest
  'env/observe/resp': EnvObserveResponse
  'env/close/req': EnvCloseRequest
  'env/close/resp': EnvCloseResponse
  'env/space/req': EnvSpacesRequest
  'env/space/resp': EnvSpacesResponse
  'env/render/req': EnvRenderRequest
  'env/render/resp': EnvRenderResponse
  'env/plan/resp': EnvPlanResponse
  'env/batch_step/req': EnvBatchStepRequest
  'env/batch_step/resp': EnvBatchStepResponse
  'env/exp/list/req': EnvExpListRequest
  'env/exp/list/resp': EnvExpListResponse
  'env/state/push': EnvStatePush
  'proc/spawn/req': ProcSpawnRequest
  'proc/spawn/resp': ProcSpawnResponse
  'proc/write/req': ProcWriteRequest
  'proc/write/resp': ProcWriteResponse
  'proc/read/event': ProcReadEvent
  'proc/kill/req': ProcKillRequest
  'proc/kill/resp': ProcKillResponse
  'proc/status/req': ProcStatusRequest
  'proc/status/resp': ProcStatusResponse
  'memory/init/req': MemoryInitRequest
  'memory/init/resp': MemoryInitResponse
  'memory/store/req': MemoryStoreRequest
  'memory/store/resp': MemoryStoreResponse
  'memory/retrieve/req': MemoryRetrieveRequest
  'memory/retrieve/resp': MemoryRetrieveResponse
  'memory/forget/req': MemoryForgetRequest
  'memory/forget/resp': MemoryForgetResponse
  'learn/feedback/req': LearnFeedbackRequest
  'learn/feedback/resp': LearnFeedbackResponse
  'learn/experience/req': LearnExperienceRequest
  'learn/experience/resp': LearnExperienceResponse
  'learn/adapt/req': LearnAdaptRequest
  'learn/adapt/resp': LearnAdaptResponse
  'learn/stats/req': LearnStatsRequest
  'learn/stats/resp': LearnStatsResponse
  'learn/refinement/plan/req': LearnRefinementPlanRequest
  'learn/refinement/plan/resp': LearnRefinementPlanResponse
  'learn/refinement/apply/req': LearnRefinementApplyRequest
  'learn/refinement/apply/resp': LearnRefinementApplyResponse
  'learn/refinement/rollback/req': LearnRefinementRollbackRequest
  'learn/refinement/rollback/resp': LearnRefinementRollbackResponse
  'learn/refinement/review/req': LearnRefinementReviewRequest
  'learn/refinement/review/resp': LearnRefinementReviewResponse
  'learn/refinement/history/req': LearnRefinementHistoryRequest
  'learn/refinement/history/resp': LearnRefinementHistoryResponse
  'chain/req': ChainRequest
  'chain/event': ChainEvent
  'chain/resp': ChainResponse
  'mcp/server/list/req': MCPServerListRequest
  'mcp/server/list/resp': MCPServerListResponse
  'mcp/server/register/req': MCPServerRegisterRequest
  'mcp/server/register/resp': MCPServerRegisterResponse
  'mcp/server/unregister/req': MCPServerUnregisterRequest
  'mcp/server/unregister/resp': MCPServerUnregisterResponse
  'mcp/resource/list/req': MCPResourceListRequest
  'mcp/resource/list/resp': MCPResourceListResponse
  'mcp/resource/read/req': MCPResourceReadRequest
  'mcp/resource/read/resp': MCPResourceReadResponse
  'mcp/resource/subscribe/req': MCPResourceSubscribeRequest
  'mcp/resource/subscribe/resp': MCPResourceSubscribeResponse
  'mcp/prompt/list/req': MCPPromptListRequest
  'mcp/prompt/list/resp': MCPPromptListResponse
  'mcp/prompt/get/req': MCPPromptGetRequest
  'mcp/prompt/get/resp': MCPPromptGetResponse
  'mcp/root/list/req': MCPRootsListRequest
  'mcp/root/list/resp': MCPRootsListResponse
  'mcp/sample/req': MCPSamplingRequest
  'mcp/sample/resp': MCPSamplingResponse
  'multi_agent/spawn': SpawnReq
  'multi_agent/delegate': DelegateReq
  'multi_agent/await': AwaitReq
  'multi_agent/list': ListReq
  'multi_agent/terminate': TerminateReq
  'multi_agent/spawn/resp': SpawnResp
  'multi_agent/delegate/resp': DelegateResp
  'multi_agent/await/resp': AwaitResp
  'multi_agent/list/resp': ListResp
  'multi_agent/terminate/resp': TerminateResp
  'planning/plan/create': PlanCreateRequest
  'planning/plan/list': PlanListRequest
  'planning/task/add': TaskAddRequest
  'planning/task/update': TaskUpdateRequest
  'planning/task/list': TaskListRequest
  'planning/plan/board': PlanBoardRequest
  'planning/plan/create/resp': PlanCreateResponse
  'planning/plan/list/resp': PlanListResponse
  'planning/task/add/resp': TaskAddResponse
  'planning/task/update/resp': TaskUpdateResponse
  'planning/task/list/resp': TaskListResponse
  'planning/plan/board/resp': PlanBoardResponse
}

/** The fields of every type that a receiver fills in with defaults. */
export interface FilledFields {
  'handshake/req': 'agent_id' | 'agent_caps' | 'auth_token'
  'handshake/resp': 'accepted_caps' | 'max_parallel' | 'ok' | 'reason'
  ping: never
  pong: 'uptime_seconds'
  shutdown: 'timeout'
  error: 'message' | 'detail' | 'retryable' | 'capability_name'
  'invoke/event': 'kind' | 'data' | 'seq'
  'tool/list/req': 'filter_kind' | 'filter_tags' | 'query' | 'include_deferred'
  'tool/list/resp': 'tools'
  'tool/call/req': 'session_id' | 'tool_name' | 'arguments' | 'correlation_id' | 'streaming' | 'timeout'
  'tool/event': 'kind' | 'data' | 'seq'
  'tool/call/resp': never
  'toolkit/list/req': 'filter_kind' | 'filter_tags'
  'toolkit/list/resp': 'toolkits'
  'toolkit/configure/req': 'session_id' | 'toolkit_name' | 'config'
  'toolkit/configure/resp': 'toolkit_name' | 'status' | 'message'
  'skill/discover/req': 'filter_tags' | 'filter_categories'
  'skill/discover/resp': 'skills'
  'skill/call/req':
    | 'name'
    | 'arguments'
    | 'correlation_id'
    | 'timeout'
    | 'streaming'
    | 'llm_override'
    | 'metadata'
  'skill/call/resp': 'name' | 'error'
  'skill/event': 'kind' | 'data' | 'seq'
  'env/reset/req': 'seed' | 'options'
  'env/reset/resp': never
  'env/step/req': 'action'
  'env/step/resp': never
  'env/observe/req': never
  'env/observe/resp': never
  'env/close/req': never
  'env/close/resp': 'closed'
  'env/space/req': never
  'env/space/resp': 'action_space' | 'state_schema'
  'env/render/req': 'mode'
  'env/render/resp': never
  'env/plan/resp': 'suggested_actions'
  'env/batch_step/req': 'episode_ids' | 'actions'
  'env/batch_step/resp': 'results'
  'env/exp/list/req': 'episode_id' | 'limit'
  'env/exp/list/resp': 'episodes'
  'env/state/push': 'action_id' | 'reason' | 'delta' | 'reward' | 'terminal'
  'proc/spawn/req': 'session_id' | 'cmd' | 'cwd' | 'env' | 'stdin_mode' | 'timeout'
  'proc/spawn/resp': 'proc_id' | 'ok' | 'pid' | 'error'
  'proc/write/req': 'proc_id' | 'data' | 'eof'
  'proc/write/resp': 'proc_id' | 'ok' | 'pid' | 'error'
  'proc/read/event': 'kind' | 'data' | 'seq' | 'proc_id' | 'stream_type'
  'proc/kill/req': 'proc_id' | 'signal'
  'proc/kill/resp': 'ok' | 'state'
  'proc/status/req': 'proc_id'
  'proc/status/resp': never
  'memory/init/req': 'namespace' | 'scope' | 'metadata'
  'memory/init/resp': 'success'
  'memory/store/req': 'entries'
  'memory/store/resp': 'stored' | 'errors'
  'memory/retrieve/req': 'keys' | 'query' | 'tags' | 'tier' | 'limit' | 'min_score'
  'memory/retrieve/resp': 'entries' | 'total'
  'memory/forget/req': 'keys' | 'tags' | 'tier'
  'memory/forget/resp': 'deleted'
  'learn/feedback/req': 'feedbacks'
  'learn/feedback/resp': 'recorded' | 'new_score'
  'learn/experience/req': 'experiences'
  'learn/experience/resp': 'stored'
  'learn/adapt/req': 'component_name' | 'strategy'
  'learn/adapt/resp': 'updated' | 'message'
  'learn/stats/req': 'component_name'
  'learn/stats/resp': 'components'
  'learn/refinement/plan/req': 'component_name' | 'scope'
  'learn/refinement/plan/resp': 'plan_id' | 'proposals' | 'status'
  'learn/refinement/apply/req': 'proposal'
  'learn/refinement/apply/resp':
    | 'refinement_id'
    | 'applied_edits'
    | 'failed_edits'
    | 'rollback_available'
    | 'error'
  'learn/refinement/rollback/req': 'refinement_id'
  'learn/refinement/rollback/resp': 'refinement_id' | 'rolled_back' | 'error'
  'learn/refinement/review/req': 'proposal'
  'learn/refinement/review/resp': 'approved' | 'confidence_adjusted' | 'reasons' | 'risk_level'
  'learn/refinement/history/req': never
  'learn/refinement/history/resp': 'entries'
  'chain/req':
    | 'session_id'
    | 'nodes'
    | 'entry_node'
    | 'initial_input'
    | 'correlation_id'
    | 'streaming'
    | 'timeout'
  'chain/event': 'kind' | 'data' | 'seq' | 'node_id' | 'phase' | 'output' | 'error'
  'chain/resp': 'chain_id' | 'success' | 'outputs' | 'final_output' | 'duration_ms' | 'nodes_run' | 'error'
  'mcp/server/list/req': 'status_filter'
  'mcp/server/list/resp': 'servers'
  'mcp/server/register/req': 'config'
  'mcp/server/register/resp': 'ok' | 'server' | 'error'
  'mcp/server/unregister/req': 'server_id'
  'mcp/server/unregister/resp': 'ok' | 'server_id'
  'mcp/resource/list/req': 'server_id' | 'cursor'
  'mcp/resource/list/resp': 'resources' | 'next_cursor'
  'mcp/resource/read/req': 'uri' | 'server_id'
  'mcp/resource/read/resp': 'contents' | 'server_id' | 'error'
  'mcp/resource/subscribe/req': 'uri' | 'server_id'
  'mcp/resource/subscribe/resp': 'ok' | 'error'
  'mcp/prompt/list/req': 'server_id' | 'cursor'
  'mcp/prompt/list/resp': 'prompts' | 'next_cursor'
  'mcp/prompt/get/req': 'name' | 'arguments' | 'server_id'
  'mcp/prompt/get/resp': 'description' | 'messages' | 'server_id' | 'error'
  'mcp/root/list/req': 'server_id' | 'mcp_request_id'
  'mcp/root/list/resp': 'server_id' | 'mcp_request_id' | 'roots'
  'mcp/sample/req':
    | 'server_id'
    | 'mcp_request_id'
    | 'messages'
    | 'model_preferences'
    | 'system_prompt'
    | 'include_context'
    | 'temperature'
    | 'max_tokens'
    | 'stop_sequences'
    | 'metadata'
  'mcp/sample/resp': 'server_id' | 'mcp_request_id' | 'role' | 'content' | 'model' | 'stop_reason' | 'error'
  'multi_agent/spawn': 'role' | 'model' | 'max_steps' | 'metadata'
  'multi_agent/delegate': 'success_criteria'
  'multi_agent/await': never
  'multi_agent/list': never
  'multi_agent/terminate': never
  'multi_agent/spawn/resp': 'subagent_id' | 'status'
  'multi_agent/delegate/resp': 'accepted' | 'status'
  'multi_agent/await/resp': 'subagent_id' | 'status' | 'result' | 'error'
  'multi_agent/list/resp': 'subagents'
  'multi_agent/terminate/resp': 'success' | 'subagent_id'
  'planning/plan/create': 'name' | 'columns' | 'description'
  'planning/plan/list': never
  'planning/task/add': 'status' | 'description' | 'assignee' | 'deps' | 'metadata'
  'planning/task/update': 'status' | 'assignee' | 'deps'
  'planning/task/list': 'plan_id' | 'status'
  'planning/plan/board': 'plan_id'
  'planning/plan/create/resp': 'success' | 'plan_id' | 'columns'
  'planning/plan/list/resp': 'plans'
  'planning/task/add/resp': 'success' | 'task_id' | 'status'
  'planning/task/update/resp': 'success' | 'task_id'
  'planning/task/list/resp': 'tasks'
  'planning/plan/board/resp': 'boards'
}

/** The requests an agent may send, with the type of each response. */
export interface Replies {
  'handshake/req': 'handshake/resp'
  ping: 'pong'
  'tool/list/req': 'tool/list/resp'
  'tool/call/req': 'tool/call/resp'
  'toolkit/list/req': 'toolkit/list/resp'
  'toolkit/configure/req': 'toolkit/configure/resp'
  'skill/discover/req': 'skill/discover/resp'
  'skill/call/req': 'skill/call/resp'
  'env/reset/req': 'env/reset/resp'
  'env/step/req': 'env/step/resp'
  'env/observe/req': 'env/observe/resp'
  'env/close/req': 'env/close/resp'
  'env/space/req': 'env/space/resp'
  'env/render/req': 'env/render/resp'
  'env/batch_step/req': 'env/batch_step/resp'
  'env/exp/list/req': 'env/exp/list/resp'
  'proc/spawn/req': 'proc/spawn/resp'
  'proc/write/req': 'proc/write/resp'
  'proc/kill/req': 'proc/kill/resp'
  'proc/status/req': 'proc/status/resp'
  'memory/init/req': 'memory/init/resp'
  'memory/store/req': 'memory/store/resp'
  'memory/retrieve/req': 'memory/retrieve/resp'
  'memory/forget/req': 'memory/forget/resp'
  'learn/feedback/req': 'learn/feedback/resp'
  'learn/experience/req': 'learn/experience/resp'
  'learn/adapt/req': 'learn/adapt/resp'
  'learn/stats/req': 'learn/stats/resp'
  'learn/refinement/plan/req': 'learn/refinement/plan/resp'
  'learn/refinement/apply/req': 'learn/refinement/apply/resp'
  'learn/refinement/rollback/req': 'learn/refinement/rollback/resp'
  'learn/refinement/review/req': 'learn/refinement/review/resp'
  'learn/refinement/history/req': 'learn/refinement/history/resp'
  'chain/req': 'chain/resp'
  'mcp/server/list/req': 'mcp/server/list/resp'
  'mcp/server/register/req': 'mcp/server/register/resp'
  'mcp/server/unregister/req': 'mcp/server/unregister/resp'
  'mcp/resource/list/req': 'mcp/resource/list/resp'
  'mcp/resource/read/req': 'mcp/resource/read/resp'
  'mcp/resource/subscribe/req': 'mcp/resource/subscribe/resp'
  'mcp/prompt/list/req': 'mcp/prompt/list/resp'
  'mcp/prompt/get/req': 'mcp/prompt/get/resp'
  'multi_agent/spawn': 'multi_agent/spawn/resp'
  'multi_agent/delegate': 'multi_agent/delegate/resp'
  'multi_agent/await': 'multi_agent/await/resp'
  'multi_agent/list': 'multi_agent/list/resp'
  'multi_agent/terminate': 'multi_agent/terminate/resp'
  'planning/plan/create': 'planning/plan/create/resp'
  'planning/plan/list': 'planning/plan/list/resp'
  'planning/task/add': 'planning/task/add/resp'
  'planning/task/update': 'planning/task/update/resp'
  'planning/task/list': 'planning/task/list/resp'
  'planning/plan/board': 'planning/plan/board/resp'
}

/** The type of the events that may precede the response to a request. */
export interface RequestEvents {
  'handshake/req': 'invoke/event'
  ping: 'invoke/event'
  'tool/list/req': 'tool/event'
  'tool/call/req': 'tool/event'
  'toolkit/list/req': 'invoke/event'
  'toolkit/configure/req': 'invoke/event'
  'skill/discover/req': 'skill/event'
  'skill/call/req': 'skill/event'
  'env/reset/req': 'invoke/event'
  'env/step/req': 'invoke/event'
  'env/observe/req': 'invoke/event'
  'env/close/req': 'invoke/event'
  'env/space/req': 'invoke/event'
  'env/render/req': 'invoke/event'
  'env/batch_step/req': 'invoke/event'
  'env/exp/list/req': 'invoke/event'
  'proc/spawn/req': 'proc/read/event'
  'proc/write/req': 'proc/read/event'
  'proc/kill/req': 'proc/read/event'
  'proc/status/req': 'proc/read/event'
  'memory/init/req': 'invoke/event'
  'memory/store/req': 'invoke/event'
  'memory/retrieve/req': 'invoke/event'
  'memory/forget/req': 'invoke/event'
  'learn/feedback/req': 'invoke/event'
  'learn/experience/req': 'invoke/event'
  'learn/adapt/req': 'invoke/event'
  'learn/stats/req': 'invoke/event'
  'learn/refinement/plan/req': 'invoke/event'
  'learn/refinement/apply/req': 'invoke/event'
  'learn/refinement/rollback/req': 'invoke/event'
  'learn/refinement/review/req': 'invoke/event'
  'learn/refinement/history/req': 'invoke/event'
  'chain/req': 'chain/event'
  'mcp/server/list/req': 'invoke/event'
  'mcp/server/register/req': 'invoke/event'
  'mcp/server/unregister/req': 'invoke/event'
  'mcp/resource/list/req': 'invoke/event'
  'mcp/resource/read/req': 'invoke/event'
  'mcp/resource/subscribe/req': 'invoke/event'
  'mcp/prompt/list/req': 'invoke/event'
  'mcp/prompt/get/req': 'invoke/event'
  'multi_agent/spawn': 'invoke/event'
  'multi_agent/delegate': 'invoke/event'
  'multi_agent/await': 'invoke/event'
  'multi_agent/list': 'invoke/event'
  'multi_agent/terminate': 'invoke/event'
  'planning/plan/create': 'invoke/event'
  'planning/plan/list': 'invoke/event'
  'planning/task/add': 'invoke/event'
  'planning/task/update': 'invoke/event'
  'planning/task/list': 'invoke/event'
  'planning/plan/board': 'invoke/event'
}
