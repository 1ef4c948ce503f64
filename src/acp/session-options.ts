import type { ElicitationRequestedEvent, ElicitationOutcome } from '../events/elicitation.ts'
import type { AgentEvent } from '../events/event.ts'
import type { PermissionOutcome, PermissionRequestedEvent } from '../events/permission.ts'
import type { McpServer } from './mcp-servers.ts'

/** Receives an event. If it returns a promise, nothing more is read from the agent until it resolves. */
export type EventSink = (event: AgentEvent) => Promise<void> | undefined

/** Answers the agent's requests during a session. The signal aborts when the answer is no longer needed. */
export interface SessionHandlers {
  permission(request: PermissionRequestedEvent, signal: AbortSignal): Promise<PermissionOutcome>
  elicitation?(request: ElicitationRequestedEvent, signal: AbortSignal): Promise<ElicitationOutcome>
  readTextFile?(request: ReadFileRequest): Promise<string>
  writeTextFile?(request: WriteFileRequest): Promise<void>
  terminals?: TerminalHandlers
}

export interface ReadFileRequest {
  path: string
  /** The first line, from 1. */
  line?: number
  /** The number of lines. */
  limit?: number
}

export interface WriteFileRequest {
  path: string
  content: string
}

/** Terminals that Capstan runs for the agent. */
export interface TerminalHandlers {
  create(request: TerminalRequest): Promise<string>
  output(terminalId: string): TerminalSnapshot
  waitForExit(terminalId: string): Promise<TerminalExit>
  kill(terminalId: string): Promise<void>
  release(terminalId: string): Promise<void>
}

export interface TerminalRequest {
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd?: string
  /** The maximum number of bytes of output to keep, from the end. */
  outputByteLimit?: number
}

export interface TerminalExit {
  exitCode: number | null
  signal: string | null
}

export interface TerminalSnapshot {
  output: string
  truncated: boolean
  exitStatus?: TerminalExit
}

/** The options for opening a session. */
export interface SessionOptions {
  /** Absolute. */
  cwd: string
  mcpServers?: readonly McpServer[]
  /** Absolute. */
  additionalDirectories?: readonly string[]
  systemPrompt?: { mode: 'append' | 'override'; text: string }
  /** Vendor metadata: the `_meta` of the request that opens the session. */
  sessionMeta?: Readonly<Record<string, unknown>>
  onEvent: EventSink
  handlers: SessionHandlers
  /** Aborts the opening. */
  signal?: AbortSignal
}

/** A session that the agent has stored. */
export interface SessionInfo {
  readonly sessionId: string
  readonly cwd: string
  readonly title?: string
  /** ISO 8601. */
  readonly updatedAt?: string
}
