import type { McpServer } from '../../acp/mcp-servers.ts'
import type { WorkspaceAccess } from '../../sandbox/sandbox-plan.ts'

/** What a confined agent may do, by its policy and rules. All paths are absolute. */
export interface ConfinementLimits {
  readonly access: WorkspaceAccess
  /** Folders of the workspace beside the working folder. */
  readonly additionalDirectories: readonly string[]
  /** Paths outside of the workspace that the rules allow to read and to change. */
  readonly readable: readonly string[]
  readonly writable: readonly string[]
  /** Hosts that the agent may reach beside its own; undefined leaves the network open. */
  readonly hosts: readonly string[] | undefined
  readonly mcpServers: readonly McpServer[]
  /** Whether the agent's sessions stay in the user's home. */
  readonly keepsSessions: boolean
}
