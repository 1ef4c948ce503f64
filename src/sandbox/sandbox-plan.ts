/** A file or folder of the host that the sandbox shows at another path. */
export interface SandboxMount {
  readonly from: string
  readonly at: string
  readonly isWritable: boolean
}

/**
 * What the agent can do in the workspace:
 * - `hidden`: sees only the files of `shown`
 * - `read`: reads everything
 * - `asked`: reads everything, and writes while a {@link Sandbox.allowWrites} window is open
 * - `write`: reads and writes
 */
export type WorkspaceAccess = 'hidden' | 'read' | 'asked' | 'write'

/** What a sandbox shows to an agent. All paths are absolute. */
export interface SandboxPlan {
  /** The folders of the workspace, the working folder first. */
  readonly workspace: readonly [string, ...string[]]
  readonly access: WorkspaceAccess
  /** Files of a hidden workspace that stay visible, relative to the working folder. */
  readonly shown: readonly string[]
  /** Folders of the working folder that are empty and writable unless the whole workspace is writable, by name. */
  readonly scratch?: readonly string[]
  /** Files and folders outside of the workspace that the agent may read. */
  readonly readable: readonly string[]
  /** Files and folders outside of the workspace that the agent may change. */
  readonly writable: readonly string[]
  /** The folder that the agent sees in place of the user's home. */
  readonly home: { readonly path: string; readonly from: string }
  /** Other files at places of their own, mounted after the home. */
  readonly mounts: readonly SandboxMount[]
  /** Unix sockets of the host that the agent may use. Without any, the agent cannot use Unix sockets at all. */
  readonly sockets: readonly string[]
  /** Whether the agent may use Unix datagram sockets all the same, for example as locks. */
  readonly datagrams?: boolean
  /** The programs to start. */
  readonly programs: readonly string[]
  /** The variables of the agent. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Ports on 127.0.0.1 that lead out of the sandbox; `open` leaves the network as it is. */
  readonly network: 'open' | { readonly ports: readonly number[] }
}
