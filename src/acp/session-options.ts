import type { ElicitationRequestedEvent, ElicitationOutcome } from '../events/elicitation.ts'
import type { AgentEvent } from '../events/event.ts'
import type { PermissionOutcome, PermissionRequestedEvent } from '../events/permission.ts'
import type { McpServer } from './mcp-servers.ts'

/** Takes an event. A promise means: nothing more is read from the agent until it resolves. */
export type EventSink = (event: AgentEvent) => Promise<void> | undefined

/** Who answers what the agent asks during a session. The signals abort when no answer is wanted any more. */
export interface SessionHandlers {
  permission(request: PermissionRequestedEvent, signal: AbortSignal): Promise<PermissionOutcome>
  elicitation?(request: ElicitationRequestedEvent, signal: AbortSignal): Promise<ElicitationOutcome>
  readTextFile?(request: ReadFileRequest): Promise<string>
  writeTextFile?(request: WriteFileRequest): Promise<void>
  terminals?: TerminalHandlers
}

export interface ReadFileRequest {
  path: string
  /** First line, from 1. */
  line?: number
  /** How many lines. */
  limit?: number
}

export interface WriteFileRequest {
  path: string
  content: string
}

/** Terminals that the agent opens on this side. */
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
  /** How many bytes of output are kept, from the end. */
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

/** What a session is opened with. */
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
  /** Stops the opening. */
  signal?: AbortSignal
}

/** A session the agent keeps. */
export interface SessionInfo {
  readonly sessionId: string
  readonly cwd: string
  readonly title?: string
  /** ISO 8601. */
  readonly updatedAt?: string
}
