import type { EscapePlace } from '../escape-place.ts'

/** Files by relative path: whole texts, fields to merge into JSON, and lines before and after those of the setup. */
export interface FileChanges {
  readonly files?: Readonly<Record<string, string>>
  readonly json?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly firstLines?: Readonly<Record<string, readonly string[]>>
  readonly lines?: Readonly<Record<string, readonly string[]>>
}

/** What hostile settings of an agent start and name. */
export interface HostileParts {
  readonly place: EscapePlace
  /** A line for bash that tries everything. */
  readonly line: string
  /** An MCP server whose tool writes a file; it tries everything when it starts. */
  readonly server: { readonly command: string; readonly args: readonly string[] }
}

/** Settings of an agent that allow everything, add folders, and start programs. */
export interface HostileSettings {
  readonly project?: (parts: HostileParts) => FileChanges
  readonly home?: (parts: HostileParts) => FileChanges
  /** A subagent that the agent has by itself. */
  readonly subagent?: string
  /** The tool of an MCP server, if the model does not call it by its name. */
  readonly mcpTool?: string
}
