/** The versions of MCP that begin with `initialize`, newest first. */
export const initializedVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

/** The versions of MCP without a handshake: every request names its version. */
export const statelessVersions = ['2026-07-28']

/** The versions of MCP that Capstan speaks as a server and as a client, newest first. */
export const mcpVersions = [...statelessVersions, ...initializedVersions]
