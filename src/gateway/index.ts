export { agentsPlugin, type AgentsPluginOptions } from './a2e/agents-plugin.ts'
export type {
  AgUiEvent,
  HistoryMessage,
  HistoryToolCall,
  Interrupt,
  RunOutcome,
  TerminalEvent,
  TokenCounts,
} from './ag-ui/events.ts'
export type { Generation } from './ag-ui/generation.ts'
export type { ClientTool, InputMessage, ResumeEntry, RunInput } from './ag-ui/input.ts'
export type { RunEnd, RunNames } from './ag-ui/run-end.ts'
export { ThreadMemory } from './ag-ui/thread-memory.ts'
export { AgUiTranslator, type TranslatorOptions } from './ag-ui/translator.ts'
export type { AutoAgentOptions } from './auto-agent.ts'
export { createGateway, type Gateway, type GatewayLimits, type GatewayOptions } from './create-gateway.ts'
export { type AgUiAgent, serveAgent } from './foreign-agent.ts'
export { GatewayError, type RefusalCode } from './gateway-error.ts'
export type { GatewayTool } from './gateway-tool.ts'
export type { GatewayLog, LogEntry } from './log.ts'
export type { OnDisconnect, RunSink, AcceptedRun } from './threads/run-sink.ts'
export { serve, type ServeOptions } from './serve.lazy.ts'
export type { GatewayServer, ListenOptions } from './server.ts'
export type { ServedAgent } from './served-agent.ts'
export {
  openSharedThreadStore,
  type SharedThreadStore,
  type SharedThreadStoreOptions,
} from './threads/shared/open-shared-threads.lazy.ts'
export type { ListedThread, OtherGateway, SharedThreads } from './threads/shared/shared-threads.ts'
export type { ThreadStatus } from './threads/shared/thread-status.ts'
export { openThreadStore } from './threads/thread-store.lazy.ts'
export {
  memoryThreadStore,
  type ThreadQuery,
  type ThreadRecord,
  type ThreadStore,
} from './threads/thread-store.ts'
export type { HistoryChanges, PlacedMessage } from './ag-ui/history.ts'
