export { AgentRequestError } from './agent-request-error.ts'
export type { SessionModels, SessionModes, SessionState } from './config-options.ts'
export { type AuthMethod, type ClientFeatures, Handshake } from './handshake.ts'
export { AcpHost } from './host.ts'
export type { AcpHostOptions, HostTimeouts } from './host-options.ts'
export {
  type McpRemoteServer,
  type McpServer,
  type McpStdioServer,
  validateMcpServersWithCapabilities,
} from './mcp-servers.ts'
export { RpcFault } from './rpc-fault.ts'
export type { SessionPage } from './session-list.ts'
export type {
  EventSink,
  ReadFileRequest,
  SessionHandlers,
  SessionInfo,
  SessionOptions,
  TerminalExit,
  TerminalHandlers,
  TerminalRequest,
  TerminalSnapshot,
  WriteFileRequest,
} from './session-options.ts'
export { AcpSession } from './session.ts'
export type { TurnEnd } from './turn-end.ts'
export { translateUpdateV1 } from './updates-v1.ts'
export { translateUpdateV2 } from './updates-v2.ts'
