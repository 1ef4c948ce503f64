export { AgentRequestError } from './wire/agent-request-error.ts'
export type { SessionModels, SessionModes, SessionState } from './reading/config-options.ts'
export { type AuthMethod, type ClientFeatures, Handshake } from './handshake.ts'
export { AcpConnection } from './acp-connection.ts'
export type { AcpConnectionOptions, ConnectionTimeouts } from './connection-options.ts'
export {
  type McpRemoteServer,
  type McpServer,
  type McpStdioServer,
  validateMcpServersWithCapabilities,
} from './mcp-servers.ts'
export { RpcFault } from './wire/rpc-fault.ts'
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
export type { TurnEnd } from './reading/turn-end.ts'
export { translateUpdateV1 } from './reading/updates-v1.ts'
export { translateUpdateV2 } from './reading/updates-v2.ts'
